//! The instructions of DXIL, compared with the output of `dxc -dumpbin` from `target datalayout` on.

use std::path::Path;

use dxc_format::{Container, Limits};
use dxil::Module;

use super::dumps::{compare_lines, dumps};

/// The bitcode that DXC prints: that with debug information, if there is any.
fn bitcode<'a>(container: &Container<'a>) -> Option<&'a [u8]> {
    let program = container.ildb().unwrap().or(container.dxil().unwrap());
    program.map(|program| program.bitcode())
}

fn print(bitcode: &[u8]) -> String {
    Module::parse(bitcode).unwrap().print().unwrap()
}

#[test]
fn every_instruction_equals_the_output_of_dxc() {
    let mut compared = 0;
    for (path, expected, container) in dumps("ir.txt") {
        let printed = print(bitcode(&container).unwrap());
        compare_lines(path, &printed, &expected);
        assert_eq!(printed, expected, "{path}");
        compared += 1;
    }
    assert_eq!(compared, 28);
}

/// The whole text, blanks at the ends of lines cut.
#[test]
fn whole_dumps_equal_the_output_of_dxc() {
    let Some(corpus) = std::env::var_os("DXC_CORPUS") else {
        eprintln!("skipped: DXC_CORPUS is not set");
        return;
    };
    let corpus = Path::new(&corpus);
    let mut compared = 0;
    for folder in ["dxc", "real"] {
        for path in tests::containers(&corpus.join(folder)) {
            let Some(name) = path.file_stem() else {
                continue;
            };
            let text = corpus.join("../disassembly").join(folder).join(name);
            let Ok(expected) = std::fs::read(text.with_added_extension("txt")) else {
                continue;
            };
            let expected = String::from_utf8_lossy(&expected);
            let container = tests::opened(std::fs::read(&path).unwrap());
            let Some(bitcode) = bitcode(&container) else {
                continue;
            };
            let head = dxc_shader::dump(&container).unwrap().unwrap().to_string();
            let printed = cut(&(head + &print(bitcode)));
            compare_lines(&path.to_string_lossy(), &printed, &cut(&expected));
            compared += 1;
        }
    }
    assert!(compared == 0 || compared >= 148, "{compared}");
}

fn cut(text: &str) -> String {
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// Flips bits and cuts off ends: everything is printed, or refused with the place.
#[test]
fn damaged_modules_are_printed_within_limits_or_refused() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random % below as u64).unwrap()
    };
    let (mut printed, mut refused) = (0, 0);
    let files = tests::entries(&tests::data().join("dxc"));
    for path in files.iter().filter(|path| tests::has_ending(path, "dxil")) {
        let container = tests::opened(std::fs::read(path).unwrap());
        let Some(good) = bitcode(&container) else {
            continue;
        };
        for round in 0..24 {
            let mut bad = good.to_vec();
            if round % 8 == 7 {
                bad.truncate(next(good.len() - 8) + 8);
            }
            for _ in 0..=round % 3 {
                // Behind the magic number.
                let at = next(bad.len() - 4) + 4;
                bad[at] ^= 1 << next(8);
            }
            match Module::parse(&bad).and_then(|module| module.print()) {
                Ok(text) => {
                    let most = Limits::of_input(bad.len()).output;
                    assert!(text.len() as u64 <= most, "{}", path.display());
                    printed += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(printed > 50 && refused > 50, "{printed} {refused}");
}

#[test]
fn the_output_is_limited() {
    let container = tests::open("dxc/vs_basic.sm60.dxil");
    let bitcode = bitcode(&container).unwrap();
    let len = print(bitcode).len();
    let within = |output: usize| {
        let mut limits = Limits::of_input(bitcode.len());
        limits.output = output as u64;
        Module::parse_within(bitcode, limits).unwrap().print()
    };
    assert!(within(len).is_ok());
    let error = within(len / 2).unwrap_err();
    assert_eq!(tests::limit_of(&error).map(|limit| limit.0), Some("output"));
}

/// One function has the text that it has among the others.
#[test]
fn a_function_is_printed_alone() {
    let container = tests::open("dxc/lib_raytracing.sm66.dxil");
    let module = Module::parse(bitcode(&container).unwrap()).unwrap();
    let whole = module.print().unwrap();
    let mut bodies = 0;
    for function in module.functions() {
        let name = std::str::from_utf8(function.name()).unwrap();
        let text = module.print_function(function).unwrap();
        assert!(whole.contains(&text), "{name}");
        bodies += usize::from(!function.is_declaration());
    }
    assert!(bodies >= 5, "{bodies}");
    assert!(module.function("nothing").is_none());
}

/// Operations have the arguments that their comments name.
#[test]
fn operations_have_named_arguments() {
    let container = tests::open("dxc/ps_textured.sm60.dxil");
    let module = Module::parse(bitcode(&container).unwrap()).unwrap();
    let body = module.function("main").unwrap().body().unwrap().unwrap();
    let instructions = body.instructions();
    let sample = instructions
        .filter(|instruction| instruction.operation().is_some())
        .find(|instruction| instruction.operation().unwrap().class() == "sample")
        .unwrap();
    let operation = sample.operation().unwrap();
    assert_eq!((operation.name(), operation.since()), ("Sample", "6.0"));
    assert_eq!(operation.arguments().count(), operation.parameters().len());
    let offset = operation.argument("offset2").unwrap();
    assert_eq!(sample.integer(offset), None, "it is undefined");
    assert_eq!(operation.argument("coord9"), None);
}
