// The VS Code extension: a client of `bombsight server`, which has all knowledge of rules.

import * as path from "node:path";
import * as vscode from "vscode";
import {
  LanguageClient,
  type LanguageClientOptions,
  type Location,
  type Position,
  RevealOutputChannelOn,
  type ServerOptions,
} from "vscode-languageclient/node";
import { filterNameTokens } from "./colours";

const LANGUAGE = "bombsight";
const REFERENCES = "bombsight.references"; // the command of the server's reference lenses

let client: LanguageClient | undefined;
let moving: Promise<void> = Promise.resolve(); // the queue of starts and stops

/** Register the extension's commands and listeners, and start the language server; VS Code calls this once. */
export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel("Bombsight", { log: true });
  /** Queue a start of the server. */
  const start = (): Promise<void> => enqueue(() => startServer(output));
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("bombsight.restart", () => enqueue(stopServer).then(start)),
    vscode.commands.registerCommand("bombsight.lint", () => runInTerminal(lintArguments())),
    vscode.commands.registerCommand("bombsight.odds", () => runInTerminal(oddsArguments())),
    vscode.commands.registerCommand("bombsight.roll", rollInTerminal),
    vscode.commands.registerCommand(REFERENCES, showReferences),
    vscode.workspace.onDidGrantWorkspaceTrust(start),
    vscode.workspace.onDidChangeConfiguration(async (changed) => {
      if (["bombsight.command", "bombsight.path"].some((name) => changed.affectsConfiguration(name))) {
        await enqueue(stopServer);
        await start();
      }
    }),
  );
  void start();
}

/** Stop the language server; VS Code calls this at its end. */
export function deactivate(): Promise<void> {
  return enqueue(stopServer);
}

/** Queue a start or stop of the server: it runs after the earlier ones, even if they failed. */
function enqueue(work: () => Promise<void>): Promise<void> {
  moving = moving.then(work, work);
  return moving;
}

// --- the server

/** A language client that shows no errors until the server has started: {@link showError} shows those. */
class Client extends LanguageClient {
  begun = false;

  /** Log an error; show it to the user only after the start. */
  override error(message: string, data?: unknown, show?: boolean | "force"): void {
    super.error(message, data, this.begun && show);
  }
}

/** Start the language server, unless one runs or the workspace is not trusted; show why it fails. */
async function startServer(output: vscode.LogOutputChannel): Promise<void> {
  if (client || !vscode.workspace.isTrusted) {
    return; // do not run commands from settings of an untrusted workspace
  }
  const [program, ...words] = bombsightCommand();
  const server: ServerOptions = { command: program, args: [...words, "server"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: LANGUAGE }],
    initializationOptions: { path: settings().get<string[]>("path", []), references: REFERENCES },
    outputChannel: output,
    middleware: {
      provideDocumentSemanticTokens: async (document, cancelled, next) => {
        const found = await next(document, cancelled);
        const kinds = made.initializeResult?.capabilities.semanticTokensProvider?.legend.tokenTypes;
        return found && kinds ? new vscode.SemanticTokens(filterNameTokens(found, kinds)) : found;
      },
    },
    revealOutputChannelOn: RevealOutputChannelOn.Never,
  };
  const made = new Client(LANGUAGE, "Bombsight", server, options);
  client = made;
  try {
    await made.start();
    made.begun = true;
  } catch (error) {
    client = undefined;
    await made.stop().catch(() => undefined); // it may never have started
    void showError(`\`${program} server\` did not start: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Stop the language server, if it runs. */
async function stopServer(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.stop().catch(() => undefined); // a crashed one cannot be stopped
}

/** Show why the server did not start, with a button that opens the setting of its command. */
async function showError(problem: string): Promise<void> {
  const setting = "Set the Command";
  const text = `${problem}. It comes with \`pip install 'bombsight[server]'\`.`;
  const chosen = await vscode.window.showErrorMessage(text, setting);
  if (chosen === setting) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "bombsight.command");
  }
}

/** The command line of `bombsight` from the settings: the program, and arguments before the subcommand. */
function bombsightCommand(): [string, ...string[]] {
  const [program = "bombsight", ...words] = settings().get<string[]>("command", []);
  return [program, ...words];
}

/** The user's settings of this extension. */
function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("bombsight");
}

// --- lenses

/** Show locations from the server in a peek window at a position of a document: a reference lens calls this. */
async function showReferences(uri: string, position: Position, locations: Location[]): Promise<void> {
  const read = client?.protocol2CodeConverter;
  if (read) {
    const found = locations.map((location) => read.asLocation(location));
    await vscode.commands.executeCommand("editor.action.showReferences", read.asUri(uri), read.asPosition(position), found);
  }
}

// --- commands in a terminal

/** The arguments that lint the game of the active file; or the message that no rules are open. */
function lintArguments(): string[] | string {
  const file = rulesFile();
  return file ? ["lint", file.fsPath] : "Open a file of rules: it says which game is to be looked at.";
}

/** The arguments that compute the odds of the table at the cursor; or the message that there is none. */
function oddsArguments(): string[] | string {
  const table = tableAtCursor();
  return typeof table === "string" ? table : ["odds", ...table];
}

/** Ask for dice, and roll them on the table at the cursor in a terminal; nothing happens if the question is closed. */
async function rollInTerminal(): Promise<void> {
  const table = tableAtCursor();
  if (typeof table === "string") {
    await runInTerminal(table);
    return;
  }
  const prompt = "What your dice show: a number for each die, or nothing to have them thrown";
  const dice = await vscode.window.showInputBox({ prompt, placeHolder: "3 5" });
  if (dice !== undefined) {
    await runInTerminal(["roll", ...table, ...dice.split(/\s+/).filter((word) => word !== "")]);
  }
}

/** The folder of the game and the id of the table at the cursor; or the message that there is none. */
function tableAtCursor(): [string, string] | string {
  const editor = vscode.window.activeTextEditor;
  const file = rulesFile();
  const table = editor && file && tableAt(editor.document, editor.selection.active);
  return table ? [path.dirname(file.fsPath), table] : "No table stands at the cursor, nor around it.";
}

/** The file in the active editor, if it is a file of rules. */
function rulesFile(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === LANGUAGE && document.uri.scheme === "file" ? document.uri : undefined;
}

/** Find the id of the table that a roll at a position names, or of the table around that position. */
function tableAt(document: vscode.TextDocument, position: vscode.Position): string | undefined {
  const rolled = document.getWordRangeAtPosition(position, /(?<=\b(?:roll|modifiers) on |\blook up |\bresults of )[\w-]+/);
  if (rolled) {
    return document.getText(rolled);
  }
  for (let number = position.line; number >= 0; number--) {
    const text = document.lineAt(number).text;
    if (/^[a-z]/.test(text)) {
      return /^table ([\w-]+)/.exec(text)?.[1];
    }
  }
  return undefined;
}

/** Run `bombsight` with arguments in a terminal; show a string instead as the message why it cannot run. */
async function runInTerminal(args: string[] | string): Promise<void> {
  if (typeof args === "string") {
    void vscode.window.showInformationMessage(args);
    return;
  }
  const [program, ...words] = bombsightCommand();
  const run = new vscode.ProcessExecution(program, [...words, ...args]); // no shell: a path may have any characters
  const title = args[0] ?? "";
  const task = new vscode.Task({ type: "process" }, vscode.TaskScope.Workspace, title, "bombsight", run);
  task.presentationOptions = { clear: true, focus: false, panel: vscode.TaskPanelKind.Dedicated };
  await vscode.tasks.executeTask(task);
}
