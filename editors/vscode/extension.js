// The client of `hoyle lsp`, and commands beside the text.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** The command that runs hoyle, as the settings have it. */
function command() {
  const found = vscode.workspace.getConfiguration("hoyle").get("command");
  return Array.isArray(found) && found.length ? found : ["hoyle"];
}

function settings() {
  const found = vscode.workspace.getConfiguration("hoyle");
  return {
    lenses: found.get("lenses"),
    lensGames: found.get("lensGames"),
    hints: found.get("hints"),
    sources: found.get("sources"),
  };
}

async function start() {
  const [program, ...args] = command();
  const run = { command: program, args: [...args, "lsp"] };
  client = new LanguageClient(
    "hoyle",
    "Hoyle",
    { run, debug: run },
    {
      documentSelector: [{ language: "hoyle" }, { language: "hoyle-play" }],
      initializationOptions: settings(),
      synchronize: {
        configurationSection: "hoyle",
        fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{hoyle,play}"),
      },
    },
  );
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `hoyle lsp did not start (${error.message}). Install it with: pip install 'hoyle[editor]', or set hoyle.command.`,
    );
  }
}

/** The path of the file that is open, after it was saved; undefined if it has no file yet, which the user is told. */
async function savedFile() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || editor.document.isUntitled) {
    vscode.window.showInformationMessage("Save the file first.");
    return undefined;
  }
  await editor.document.save();
  return editor.document.fileName;
}

/** Run hoyle on the file that is open, in a terminal beside the text. */
async function inTerminal(name, args) {
  const file = await savedFile();
  if (file === undefined) {
    return;
  }
  const [program, ...before] = command();
  const terminal = vscode.window.createTerminal({
    name,
    shellPath: program,
    shellArgs: [...before, ...args, file],
    location: { viewColumn: vscode.ViewColumn.Beside },
  });
  terminal.show(true);
}

/** The rulebook of the game that is open, as a page beside the text. */
async function rulebook() {
  const file = await savedFile();
  if (file === undefined) {
    return;
  }
  const { execFile } = require("node:child_process");
  const [program, ...before] = command();
  execFile(program, [...before, "rulebook", file], { maxBuffer: 1 << 24 }, async (error, out, err) => {
    if (error) {
      vscode.window.showErrorMessage(`hoyle rulebook: ${String(err || error.message).split("\n")[0]}`);
      return;
    }
    const document = await vscode.workspace.openTextDocument({ language: "markdown", content: out });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside, true);
  });
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("hoyle.rulebook", rulebook),
    vscode.commands.registerCommand("hoyle.replay", () => inTerminal("Hoyle: replay", ["replay"])),
    vscode.commands.registerCommand("hoyle.play", () => inTerminal("Hoyle: play", ["play"])),
    vscode.commands.registerCommand("hoyle.restart", async () => {
      await deactivate();
      await start();
    }),
  );
  await start();
}

async function deactivate() {
  const old = client;
  client = undefined;
  if (old) {
    await old.stop().catch(() => undefined);
  }
}

module.exports = { activate, deactivate };
