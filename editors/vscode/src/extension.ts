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

export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel("Bombsight", { log: true });
  const start = (): Promise<void> => enqueue(() => startServer(output));
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("bombsight.restart", () => enqueue(stopServer).then(start)),
    vscode.commands.registerCommand("bombsight.lint", () => runInTerminal(lintArguments())),
    vscode.commands.registerCommand("bombsight.odds", () => runInTerminal(oddsArguments())),
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

export function deactivate(): Promise<void> {
  return enqueue(stopServer);
}

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

async function startServer(output: vscode.LogOutputChannel): Promise<void> {
  if (client || !vscode.workspace.isTrusted) {
    return; // do not run commands from settings of an untrusted workspace
  }
  const [program, ...words] = serverCommand();
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

async function stopServer(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.stop().catch(() => undefined); // a crashed one cannot be stopped
}

async function showError(problem: string): Promise<void> {
  const setting = "Set the Command";
  const text = `${problem}. It comes with \`pip install 'bombsight[server]'\`.`;
  const chosen = await vscode.window.showErrorMessage(text, setting);
  if (chosen === setting) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "bombsight.command");
  }
}

// The command line of `bombsight`: the program, and arguments before the subcommand.
function serverCommand(): [string, ...string[]] {
  const [program = "bombsight", ...words] = settings().get<string[]>("command", []);
  return [program, ...words];
}

function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("bombsight");
}

// --- lenses

// Show locations from the server in a peek window at one of them.
async function showReferences(uri: string, position: Position, locations: Location[]): Promise<void> {
  const read = client?.protocol2CodeConverter;
  if (read) {
    const found = locations.map((location) => read.asLocation(location));
    await vscode.commands.executeCommand("editor.action.showReferences", read.asUri(uri), read.asPosition(position), found);
  }
}

// --- commands in a terminal

function lintArguments(): string[] | string {
  const file = rulesFile();
  return file ? ["lint", file.fsPath] : "Open a file of rules: it says which game is to be looked at.";
}

function oddsArguments(): string[] | string {
  const editor = vscode.window.activeTextEditor;
  const file = rulesFile();
  const table = editor && file && tableAt(editor.document, editor.selection.active);
  return table ? ["odds", path.dirname(file.fsPath), table] : "No table stands at the cursor, nor around it.";
}

function rulesFile(): vscode.Uri | undefined {
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

async function runInTerminal(request: string[] | string): Promise<void> {
  if (typeof request === "string") {
    void vscode.window.showInformationMessage(request);
    return;
  }
  const [program, ...words] = serverCommand();
  const run = new vscode.ProcessExecution(program, [...words, ...request]); // no shell: a path may have any characters
  const title = request[0] ?? "";
  const task = new vscode.Task({ type: "process" }, vscode.TaskScope.Workspace, title, "bombsight", run);
  task.presentationOptions = { clear: true, focus: false, panel: vscode.TaskPanelKind.Dedicated };
  await vscode.tasks.executeTask(task);
}
