//! Reads the Markdown documents for tests: their fenced blocks, and the commands in these.

use std::path::PathBuf;

/// The documents whose blocks are run or applied.
pub const DOCUMENTS: [&str; 12] = [
    "README.md",
    "CONTRIBUTING.md",
    "dxc-format/README.md",
    "dxc-format/BINRW.md",
    "dxc-format/COOKBOOK.md",
    "dxc-derive/README.md",
    "tools/dxil/README.md",
    "tools/root-signature/README.md",
    "tools/root-signature/COOKBOOK.md",
    "tools/shader/README.md",
    "tools/shader/COOKBOOK.md",
    "xtask/EXPORTS.md",
];

/// A fenced block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The location, such as `README.md:12`.
    pub place: String,
    /// The language after the fence.
    pub language: String,
    /// The text.
    pub text: String,
}

/// A command as the user types it, and its documented output.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The block that contains it.
    pub block: Block,
    /// The command without its comment.
    pub command: String,
    /// The lines below it, where the block shows them.
    pub output: Option<String>,
}

/// All fenced blocks of the documents.
pub fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    for document in DOCUMENTS {
        let path: PathBuf = crate::root().join(document);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let mut open: Option<Block> = None;
        for (index, line) in text.lines().enumerate() {
            match (&mut open, line.strip_prefix("```")) {
                (None, Some(language)) => {
                    open = Some(Block {
                        place: format!("{document}:{}", index + 1),
                        language: language.trim().to_owned(),
                        text: String::new(),
                    });
                }
                (Some(block), None) => block.text += &format!("{line}\n"),
                (_, Some(_)) => blocks.extend(open.take()),
                (None, None) => {}
            }
        }
    }
    blocks
}

/// The commands of all blocks that have some.
pub fn commands() -> Vec<Typed> {
    let mut commands: Vec<Typed> = Vec::new();
    for block in blocks() {
        let is_console = block.language == "console";
        if !is_console && block.language != "sh" {
            continue;
        }
        for line in block.text.lines() {
            let command = if is_console {
                line.strip_prefix("$ ")
            } else {
                Some(line).filter(|line| !line.is_empty())
            };
            match (command, commands.last_mut()) {
                (Some(command), _) => commands.push(Typed {
                    block: block.clone(),
                    command: command
                        .split(" # ")
                        .next()
                        .unwrap_or_default()
                        .trim()
                        .to_owned(),
                    output: is_console.then(String::new),
                }),
                (None, Some(last)) => {
                    if let Some(output) = &mut last.output {
                        *output += &format!("{line}\n");
                    }
                }
                (None, None) => {}
            }
        }
    }
    commands
}

/// The words of a command; text between quotes is one word.
pub fn words(command: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for letter in command.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            letter => words
                .last_mut()
                .expect("there is a first word")
                .push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
