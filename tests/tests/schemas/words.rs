//! Tests names of every kind: for each word of a list, `gen` refuses it with a message, or the generated code compiles.
//!
//! The judge is the Rust compiler. `tests/words/kinds.txt` has a piece of a schema for each kind of name. The words are
//! keywords of all editions, names of the prelude, and identifiers in the sources of the macros.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use crate::built::rustc;
use crate::xtask::{empty_folder, generate};

/// Words that are tried for every kind of name: names that generated code uses.
const ALWAYS: &str = "gen Self self crate super _ __ Eq S R V T BySize bits empty Other Fn FnMut Option Part PARTS MADE \
    PART_MADE Args View Content a_ a__b set_a a_in len eq into name u8 str core plain Plain";

/// Keywords, and names of the prelude: each kind of name is tried with a share of them, and of the identifiers of the
/// macros.
const SOMETIMES: &str = "as break const continue else enum extern false fn for if impl in let loop match mod move mut pub \
    ref return static struct trait true type unsafe use where while async await dyn abstract become box do final macro \
    override priv typeof unsized virtual yield try union auto default macro_rules raw safe builtin \
    Box Vec String ToString ToOwned Some None Result Ok Err Iterator IntoIterator Extend DoubleEndedIterator \
    ExactSizeIterator FromIterator AsRef AsMut Into From Default Clone Copy Send Sync Sized Drop FnOnce TryFrom TryInto \
    Future IntoFuture PartialEq Ord PartialOrd Hash Debug Display Unpin drop size_of align_of size_of_val \
    u16 u32 u64 u128 usize i8 i16 i32 i64 isize bool char f32 f64 \
    assert assert_eq cfg column concat debug_assert env file format format_args include line matches module_path \
    panic println stringify unreachable vec write std alloc dxc_runtime dxc_format binrw serde runtime parts \
    cfg_attr derive doc inline allow repr test deprecated bitflags";

/// A kind of name.
struct Kind<'t> {
    name: &'t str,
    /// The case of such names.
    case: &'t str,
    /// The items for a word, which is `@`; its number is `%`.
    each: &'t str,
    /// Further items.
    end: &'t str,
}

fn kinds(text: &str) -> Vec<Kind<'_>> {
    let mut kinds: Vec<Kind<'_>> = Vec::new();
    for section in text.split("\n== ").skip(1) {
        let (title, body) = section.split_once('\n').unwrap_or((section, ""));
        match (title.split_once(' '), kinds.last_mut()) {
            (Some((name, case)), _) => kinds.push(Kind {
                name,
                case,
                each: "",
                end: "",
            }),
            (None, Some(kind)) if title == "each" => kind.each = body,
            (None, Some(kind)) => kind.end = body,
            (None, None) => unreachable!("{title}"),
        }
    }
    kinds
}

impl Kind<'_> {
    /// The word in the case of such names, if that is possible.
    fn cased(&self, word: &str) -> Option<String> {
        let is_capital = |letter: char| letter.is_ascii_uppercase();
        let is_cased = match self.case {
            "Small" => !word.contains(is_capital),
            "Capital" => word.starts_with(is_capital),
            "Four" => word.len() == 4,
            _ => true,
        };
        let is_upper = ["Upper", "Four"].contains(&self.case);
        is_cased.then(|| {
            if is_upper {
                word.to_ascii_uppercase()
            } else {
                word.to_owned()
            }
        })
    }

    /// The files for some words with their names, and the first line of each word if all are in one file.
    fn schema(&self, words: &[String]) -> (Vec<(String, String)>, Vec<usize>) {
        let of = |number: usize| {
            let each = self.each.replace("%%%%", &format!("{number:04}"));
            each.replace('%', &number.to_string())
                .replace('@', &words[number])
        };
        if self.case == "File" {
            let file = |number: usize| (words[number].clone(), of(number));
            return ((0..words.len()).map(file).collect(), Vec::new());
        }
        let base = include_str!("../../words/base.toml");
        // Names of items may conflict with the code of a part; other names with that of their own item.
        let is_item = ["Capital", "Upper"].contains(&self.case);
        let items = base.split("[[part]]").next().filter(|_| !is_item);
        let base = items.unwrap_or(base);
        let mut text = format!("doc = \"Names.\"\n{base}\n{}\n", self.end);
        let mut lines = Vec::new();
        for number in 0..words.len() {
            lines.push(text.lines().count() + 1);
            text += &of(number);
            text.push('\n');
        }
        (vec![("m".to_owned(), text)], lines)
    }

    /// Generates code of the words that `gen` does not refuse; returns those that it does.
    fn generate(&self, folder: &Path, words: BTreeSet<String>) -> BTreeSet<String> {
        let [from, to] = ["schemas", "src"].map(|side| folder.join(side).join(self.name));
        let [schema, out] = [&from, &to].map(|path| path.to_str().unwrap());
        let arguments = [
            "--schema",
            schema,
            "--out",
            out,
            "--runtime",
            "dxc_format::runtime",
        ];
        let mut words: Vec<String> = words.into_iter().collect();
        let mut refused = BTreeSet::new();
        loop {
            let _ = std::fs::remove_dir_all(&from);
            std::fs::create_dir_all(&from).unwrap();
            let (files, lines) = self.schema(&words);
            for (name, text) in files {
                std::fs::write(from.join(format!("{name}.toml")), text).unwrap();
            }
            let run = generate(folder, &arguments);
            if run.code == Some(0) {
                return refused;
            }
            assert_eq!(run.code, Some(2), "{}: {}", self.name, run.stderr);
            let mut bad = BTreeSet::new();
            for place in run
                .stderr
                .lines()
                .filter_map(|line| line.trim_start().strip_prefix("--> "))
            {
                let (file, line) = place.split_once(".toml:").unwrap();
                let line: usize = line.split(':').next().unwrap().parse().unwrap();
                let entry = lines.partition_point(|first| *first <= line).checked_sub(1);
                let file = || file.rsplit('/').next().unwrap().to_owned();
                bad.insert(entry.map_or_else(file, |entry| words[entry].clone()));
            }
            let is_plain = |word: &String| word.eq_ignore_ascii_case("plain");
            let is_progress =
                words.iter().any(|word| bad.contains(word)) && !bad.iter().any(is_plain);
            assert!(is_progress, "{}: {}", self.name, run.stderr);
            words.retain(|word| !bad.contains(word));
            refused.extend(bad);
        }
    }
}

/// The identifiers in the sources of the macros.
fn identifiers() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for file in tests::files_below(&tests::root().join("dxc-derive/src")) {
        let text = std::fs::read_to_string(file).unwrap();
        let found = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let is_name = |word: &&str| {
            !word.is_empty() && !word.starts_with(|first: char| first.is_ascii_digit())
        };
        words.extend(found.filter(is_name).map(str::to_owned));
    }
    words
}

/// Tries a share of the words in each kind of name, and the words that are always tried.
fn check(folder: &str, share: usize) {
    let folder = empty_folder(folder);
    let text = std::fs::read_to_string(tests::root().join("tests/words/kinds.txt")).unwrap();
    let mut all = identifiers();
    all.extend(SOMETIMES.split(' ').map(str::to_owned));
    let mut modules = "#![allow(unused, deprecated, missing_docs)]\n".to_owned();
    for (number, kind) in kinds(&text).iter().enumerate() {
        let own: BTreeSet<String> = all.iter().filter_map(|word| kind.cased(word)).collect();
        let own = own.into_iter().skip(number % share).step_by(share);
        let always = ALWAYS.split(' ').filter_map(|word| kind.cased(word));
        let words: BTreeSet<String> = always.chain(own).collect();
        let tried = words.len();
        let refused = kind.generate(&folder, words);
        println!("{}: {tried} tried, refused: {refused:?}", kind.name);
        writeln!(
            modules,
            "#[path = \"{0}/mod.rs\"]\npub mod {0}_;",
            kind.name
        )
        .unwrap();
    }
    std::fs::write(folder.join("src/lib.rs"), modules).unwrap();
    let output = rustc(&[])
        .args([
            "--crate-type=lib",
            "--emit=metadata",
            "--crate-name=words",
            "src/lib.rs",
            "-o",
            "words.rmeta",
        ])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn words_are_refused_or_compile() {
    check("words", 60);
}

/// More words in each kind: `WORDS_SHARE=8 cargo test -p tests --test schemas more_words -- --ignored --nocapture`
#[test]
#[ignore = "duration is set by the caller"]
fn more_words() {
    let share = std::env::var("WORDS_SHARE").map_or(1, |share| share.parse().unwrap());
    check("words-more", share);
}
