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

// Activate the extension: register its commands and start the server.
export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel("Bombsight", { log: true });
  const start = (): Promise<void> => enqueue(() => startServer(output));
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("bombsight.restart", () => enqueue(stopServer).then(start)),
    vscode.commands.registerCommand("bombsight.lint", () => runInTerminal(lintCommand())),
    vscode.commands.registerCommand("bombsight.odds", () => runInTerminal(oddsCommand())),
    vscode.commands.registerCommand(REFERENCES, peekLocations),
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

// Deactivate the extension: stop the server.
export function deactivate(): Promise<void> {
  return enqueue(stopServer);
}

// Run work after all earlier starts and stops of the server have ended.
function enqueue(work: () => Promise<void>): Promise<void> {
  moving = moving.then(work, work);
  return moving;
}

// --- the server

// A client that leaves errors at the start to us: we also show a remedy.
class Client extends LanguageClient {
  begun = false;

  override error(message: string, data?: unknown, show?: boolean | "force"): void {
    super.error(message, data, this.begun && show);
  }
}

// Start `bombsight server` and connect to it, unless it runs or the workspace is not trusted.
async function startServer(output: vscode.LogOutputChannel): Promise<void> {
  if (client || !vscode.workspace.isTrusted) {
    return; // do not run commands from settings of an untrusted workspace
  }
  const [program, ...words] = commandLine();
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

// Stop the server, if it runs.
async function stopServer(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.stop().catch(() => undefined); // a crashed one cannot be stopped
}

// Show an error at the start of the server, with a button that opens the setting of its command.
async function showError(problem: string): Promise<void> {
  const setting = "Set the Command";
  const text = `${problem}. It comes with \`pip install 'bombsight[server]'\`.`;
  const chosen = await vscode.window.showErrorMessage(text, setting);
  if (chosen === setting) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "bombsight.command");
  }
}

// The command line of `bombsight`: the program, and arguments before the subcommand.
function commandLine(): [string, ...string[]] {
  const [program = "bombsight", ...words] = settings().get<string[]>("command", []);
  return [program, ...words];
}

// The settings of the extension.
function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("bombsight");
}

// --- lenses

// Show locations from the server in a peek window at one of them.
async function peekLocations(address: string, position: Position, places: Location[]): Promise<void> {
  const read = client?.protocol2CodeConverter;
  if (read) {
    const found = places.map((place) => read.asLocation(place));
    await vscode.commands.executeCommand("editor.action.showReferences", read.asUri(address), read.asPosition(position), found);
  }
}

// --- commands in a terminal

// The arguments of `bombsight lint` for the active file, or why there are none.
function lintCommand(): string[] | string {
  const file = activeRulesFile();
  return file ? ["lint", file.fsPath] : "Open a file of rules: it says which game is to be looked at.";
}

// The arguments of `bombsight odds` for the table at the cursor, or why there are none.
function oddsCommand(): string[] | string {
  const editor = vscode.window.activeTextEditor;
  const file = activeRulesFile();
  const table = editor && file && tableAt(editor.document, editor.selection.active);
  return table ? ["odds", path.dirname(file.fsPath), table] : "No table stands at the cursor, nor around it.";
}

// The file of rules in the active editor; undefined for other documents.
function activeRulesFile(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.languageId === LANGUAGE && document.uri.scheme === "file" ? document.uri : undefined;
}

// Find the table that a roll at the cursor names, or the one around the cursor.
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

// Run `bombsight` with arguments in a terminal, or show the message that stands in their place.
async function runInTerminal(request: string[] | string): Promise<void> {
  if (typeof request === "string") {
    void vscode.window.showInformationMessage(request);
    return;
  }
  const [program, ...words] = commandLine();
  const run = new vscode.ProcessExecution(program, [...words, ...request]); // no shell: a path may have any characters
  const title = request[0] ?? "";
  const task = new vscode.Task({ type: "process" }, vscode.TaskScope.Workspace, title, "bombsight", run);
  task.presentationOptions = { clear: true, focus: false, panel: vscode.TaskPanelKind.Dedicated };
  await vscode.tasks.executeTask(task);
}
