//! Makes texts of 16 KiB and more that expand: shared nodes, repeated clauses, nested macros, and files that include
//! each other.

use std::fmt::Write;

use fastrand::Rng;

/// The line between the files of an input.
pub(crate) const CUT: &str = "//// cut\n";

/// The shortest text.
const SHORTEST: usize = 16 << 10;

/// The percentage of a target's inputs that expand.
const SHARE: u8 = 5;

/// Whether the next input should expand.
pub(crate) fn is_next(rng: &mut Rng) -> bool {
    rng.u8(..100) < SHARE
}

const CLAUSES: [&str; 6] = [
    "CBV(b0),",
    "StaticSampler(s0),",
    "DescriptorTable(SRV(t0)),",
    "SVR(t0),",
    "CBV(x),",
    "RootConstants(b0, num32BitConstants = 1),",
];

/// A root signature string that repeats a few clauses.
pub(crate) fn clauses(rng: &mut Rng) -> String {
    let mut text = String::new();
    let inner = rng.bool();
    if inner {
        text.push_str("DescriptorTable(");
    }
    let clauses: Vec<&str> = (0..3).map(|_| choose(&CLAUSES, rng)).collect();
    while text.len() < SHORTEST {
        text.push_str(choose(&clauses, rng));
        if rng.u8(..4) == 0 {
            text.push('\n');
        }
    }
    if inner {
        text.push_str("SRV(t0))");
    }
    text
}

/// Metadata whose lists reference a few nodes repeatedly: functions, clauses and ranges.
pub(crate) fn metadata(rng: &mut Rng) -> String {
    let (functions, clauses, ranges) = (rng.usize(1..4000), rng.usize(1..4000), rng.usize(1..2000));
    let list = |node: &str, count: usize| vec![node; count].join(",");
    let function = choose(
        &["null", "ptr @f", "ptr @\"a longer name of a function\""],
        rng,
    );
    let version = rng.u8(1..4);
    let mut text = format!(
        "!dx.rootsignatures = !{{{}}}\n!0 = !{{{function}, !1, i32 {version}}}\n\
         !5 = !{{null, !1, i32 1}}\n!1 = !{{{}}}\n\
         !2 = !{{!\"RootCBV\", i32 0, i32 1, i32 0, i32 4}}\n\
         !3 = !{{!\"DescriptorTable\", i32 0, {}}}\n\
         !4 = !{{!\"SRV\", i32 1, i32 0, i32 0, i32 -1, i32 4}}\n",
        list(choose(&["!0", "!0,!5"], rng), functions),
        list(choose(&["!2", "!3", "!2,!3"], rng), clauses),
        list("!4", ranges),
    );
    while text.len() < SHORTEST {
        text.push_str("; a comment of a few bytes\n");
    }
    text
}

/// A file of macros, each of which expands several earlier ones, and of functions that use them; ranges of the file
/// include each other.
pub(crate) fn file(rng: &mut Rng) -> String {
    let mut text = String::new();
    let spans = rng.usize(1..5);
    for span in 0..spans {
        if span > 0 {
            text.push_str(CUT);
        }
        for _ in 0..rng.usize(..3) {
            let _ = writeln!(text, "#include \"{}\"", rng.usize(..spans + 1));
        }
        match rng.u8(..5) {
            0 => text.push_str("#pragma once\n"),
            1 => {
                let _ = writeln!(text, "#ifndef G{span}\n#define G{span}\n#endif");
            }
            _ => {}
        }
        macros(&mut text, rng);
    }
    text
}

/// Macros and their uses.
fn macros(text: &mut String, rng: &mut Rng) {
    let start = text.len();
    let mut count = 0;
    while text.len() < start + SHORTEST / 2 {
        let before = |rng: &mut Rng| format!("A{}", rng.usize(..count + 1));
        match rng.u8(..8) {
            0 => {
                let clauses = choose(&CLAUSES, rng).repeat(rng.usize(..200));
                let _ = writeln!(text, "#define A{count} \"{clauses}\"");
                count += 1;
            }
            1 | 2 => {
                let body: Vec<String> = (0..rng.usize(1..9)).map(|_| before(rng)).collect();
                let _ = writeln!(text, "#define A{count} {}", body.join(" "));
                count += 1;
            }
            3 => {
                let _ = writeln!(text, "#if {} + {} > 1\n#endif", before(rng), before(rng));
            }
            4 => {
                let name = before(rng);
                let _ = writeln!(text, "#ifdef B{count}\n#define {name} \"CBV(b0)\"\n#endif");
            }
            _ => {
                let _ = writeln!(text, "[RootSignature({})] void f() {{}}", before(rng));
            }
        }
    }
}

fn choose<'c>(choices: &[&'c str], rng: &mut Rng) -> &'c str {
    choices[rng.usize(..choices.len())]
}
