//! Tests the limits in `schema/README.md`: code is generated from a schema at a limit; a larger one is refused.
#![allow(clippy::unwrap_used, missing_docs)]

use xtask::trial;

const FACTS: &str = "doc = \"A thing.\"\nsource = \"this test\"\n";

/// A limit, as stated in the reference's sentence on limits.
fn limit(of: &str) -> usize {
    let reference = std::fs::read_to_string(tests::root().join("schema/README.md")).unwrap();
    let words: Vec<&str> = reference.split_whitespace().collect();
    let text = words.join(" ");
    let (before, _) = text.split_once(&format!(" {of}")).unwrap();
    let most = before.rsplit(' ').next().unwrap();
    most.replace(',', "").parse().unwrap()
}

/// Checks that code is generated from a schema at the limit, and that the error for a schema that is larger by one
/// names the limit.
#[track_caller]
fn holds(of: &str, schema: impl Fn(usize) -> String) {
    let most = limit(of);
    let file = |size| format!("doc = \"A schema.\"\n{}", schema(size));
    if let Err(mistakes) = trial::generate(&file(most)) {
        panic!("{}", &mistakes[..mistakes.len().min(2000)]);
    }
    let mistakes = trial::generate(&file(most + 1)).unwrap_err();
    let errors = mistakes.lines().filter(|line| line.ends_with(of));
    assert_eq!(errors.count(), 1, "{mistakes}");
}

/// A record with fields of these types.
fn record_of(name: &str, types: &[&str]) -> String {
    let fields = types
        .iter()
        .enumerate()
        .map(|(index, ty)| format!("# Its content.\nof_it_{index} = \"{ty}\"\n"));
    let fields: String = fields.collect();
    format!("[struct.{name}]\n{FACTS}[struct.{name}.fields]\n{fields}")
}

fn record(name: &str, ty: &str) -> String {
    record_of(name, &[ty])
}

/// A function of one number.
fn function(is: &str) -> String {
    format!("[let.thing]\n{FACTS}takes = [\"x\"]\nis = \"{is}\"\n")
}

#[test]
fn bytes_in_a_file() {
    holds("bytes in a file", |size| {
        let begin = record("Thing", "u8");
        let padding = size - "doc = \"A schema.\"\n".len() - begin.len() - 1;
        format!("{begin}#{}", " ".repeat(padding))
    });
}

#[test]
fn items_in_all_files() {
    holds("items and parts, in all files together", |count| {
        let items = (0..count).map(|index| record(&format!("Thing{index}"), "u8"));
        items.collect()
    });
}

#[test]
fn values_in_one_list() {
    holds("fields, values, arms or versions in one list", |count| {
        let values = (0..count).map(|value| format!("# A thing.\nThing{value} = {value}\n"));
        let values: String = values.collect();
        format!("[enum.Things]\n{FACTS}type = \"u16\"\n[enum.Things.values]\n{values}")
    });
}

#[test]
fn letters_in_a_name() {
    holds("characters in a name", |letters| {
        record(&format!("T{}", "h".repeat(letters - 1)), "u8")
    });
}

#[test]
fn letters_in_an_expression() {
    holds("characters in an expression or a type", |letters| {
        // A text with an odd number of characters is a sum; with an even one, it also has a number of two digits.
        let sum = "x+".repeat((letters - 1) / 2);
        let last = if letters % 2 == 0 { "10" } else { "1" };
        function(&format!("{sum}{last}"))
    });
}

#[test]
fn nested_brackets() {
    holds(
        "nested brackets and unary operators in an expression or a type",
        |deep| function(&format!("{}x{}", "(".repeat(deep), ")".repeat(deep))),
    );
}

#[test]
fn bytes_in_a_record() {
    // Arrays have up to 32 elements: 32 * 32 * 32 bytes, twice, and the rest as single fields.
    let arrays = ["[u8; 32]", "[Thing0; 32]", "[Thing1; 32]"];
    let arrays = arrays.iter().enumerate();
    let arrays: String = arrays
        .map(|(at, ty)| record(&format!("Thing{at}"), ty))
        .collect();
    holds("bytes in a record", |size| {
        let mut types = vec!["Thing2", "Thing2"];
        types.resize(2 + size - (2 << 15), "u8");
        format!("{arrays}{}", record_of("Thing", &types))
    });
}

#[test]
fn nested_records() {
    holds("levels of nested records or structures", |deep| {
        let chain = (1..deep).map(|at| record(&format!("Thing{at}"), &format!("Thing{}", at - 1)));
        let chain: String = chain.collect();
        format!("{}{chain}", record("Thing0", "u8"))
    });
}

/// If there are this many errors, all are shown; if there is one more, their number is.
#[test]
fn mistakes_that_are_shown() {
    let most = limit("reported mistakes; the rest is counted");
    let mistakes = |count: usize| {
        let items = (0..count).map(|index| record(&format!("Thing{index}"), "u33"));
        let items: String = items.collect();
        let said = trial::generate(&format!("doc = \"A schema.\"\n{items}")).unwrap_err();
        let errors = said.lines().filter(|line| line.starts_with("error: "));
        (errors.count(), said.contains("not shown"))
    };
    assert_eq!(mistakes(most), (most, false));
    assert_eq!(mistakes(most + 1), (most, true));
}
