//! Compares the instructions of DXIL with the output of `dxc -dumpbin` from `target datalayout` on.
//!
//! Judge: DXC, by `*.ir.txt`; its table of resources in `*.dumpbin.txt` for handles; llvm-dis-14 for rare types.

use std::path::Path;

use dxc_format::{Container, Limits};
use dxil::bitcode::{BlockId, ConstantsCode, ModuleCode, TypeCode, ValueSymtabCode};
use dxil::{DxOp, Module};
use tests::bits::Bits;

use super::dumps::{compare_lines, dumps};

/// The bitcode that DXC prints: the program with debug information, if there is one.
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

/// Compares the whole text, without blanks at the ends of lines.
#[test]
fn whole_dumps_equal_the_output_of_dxc() {
    let Some(corpus) = std::env::var_os("DXC_CORPUS") else {
        eprintln!("skipped: DXC_CORPUS is not set");
        return;
    };
    let corpus = Path::new(&corpus);
    let mut compared = 0;
    for folder in ["dxc", "real", "mesa"] {
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
    if compared == 0 {
        eprintln!("skipped: there are no disassemblies beside DXC_CORPUS");
        return;
    }
    assert!(compared >= 214, "{compared}");
}

fn cut(text: &str) -> String {
    text.lines()
        .map(|line| format!("{}\n", line.trim_end()))
        .collect()
}

/// With flipped bits and cut ends, everything is printed, or refused with the location.
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
                // The magic number is not changed.
                let at = next(bad.len() - 4) + 4;
                bad[at] ^= 1 << next(8);
            }
            let Ok(module) = Module::parse(&bad) else {
                refused += 1;
                continue;
            };
            let most = Limits::of_input(bad.len()).output;
            match module.print() {
                Ok(text) => {
                    assert!(text.len() as u64 <= most, "{}", path.display());
                    printed += 1;
                }
                Err(_) => refused += 1,
            }
            // Other functions that read bodies also end.
            if let Ok(functions) = module.unnumbered_functions() {
                let lines = functions.iter().flat_map(|function| function.lines.iter());
                assert!(lines.map(|line| line.text.len() as u64).sum::<u64>() <= most);
            }
            for body in module
                .functions()
                .filter_map(|one| one.body().ok().flatten())
            {
                for instruction in body.instructions() {
                    let operands = instruction.operands.iter();
                    let resources = operands.filter_map(|operand| instruction.resource(*operand));
                    assert!(resources.count() <= instruction.operands.len());
                }
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

/// A function that is printed alone has the same text as in the module.
#[test]
fn a_function_is_printed_alone() {
    let container = tests::open("dxc/lib_raytracing.sm66.dxil");
    let module = Module::parse(bitcode(&container).unwrap()).unwrap();
    let whole = module.print().unwrap();
    let mut bodies = 0;
    for function in module.functions() {
        let name = std::str::from_utf8(function.name()).unwrap();
        let mut text = String::new();
        module
            .write_function(function, u64::MAX, &mut text)
            .unwrap();
        assert!(whole.contains(&text), "{name}");
        let body = function.body().unwrap();
        assert_eq!(function.is_declaration(), body.is_none(), "{name}");
        // Blocks are numbered in order, from 0.
        if let Some(body) = body {
            let mut blocks: Vec<_> = body
                .instructions()
                .map(|one| one.block() as usize)
                .collect();
            assert!(blocks.is_sorted(), "{name}");
            blocks.dedup();
            assert!(blocks.into_iter().eq(0..body.block_count()), "{name}");
        }
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
        .filter(|instruction| DxOp::of(instruction).is_some())
        .find(|instruction| DxOp::of(instruction).unwrap().class() == "sample")
        .unwrap();
    let operation = DxOp::of(&sample).unwrap();
    assert_eq!((operation.name(), operation.since()), ("Sample", "6.0"));
    assert_eq!(operation.arguments().count(), operation.parameters().len());
    let offset = operation.argument("offset2").unwrap();
    assert_eq!(sample.integer(offset), None, "it is undefined");
    assert_eq!(operation.argument("coord9"), None);
}

/// A program and the same program with debug information, whose values have names, have the same lines.
#[test]
fn lines_do_not_depend_on_numbers_and_names() {
    let lines = |file: &str| {
        let container = tests::open(file);
        let module = Module::parse(bitcode(&container).unwrap()).unwrap();
        let functions = module.unnumbered_functions().unwrap();
        let [main] = &*functions else {
            panic!("{file}: {} functions", functions.len());
        };
        assert_eq!(main.function.name(), b"main");
        let lines = main.lines.iter();
        let texts: Vec<_> = lines.map(|line| line.text.to_owned()).collect();
        let names = (0..).map_while(|to| main.lines.name(to).map(str::to_owned));
        (texts, names.collect::<Vec<_>>())
    };
    let (plain, numbers) = lines("dxc/vs_basic.sm60.dxil");
    let (named, names) = lines("dxc/vs_basic.pdb-full.dxil");
    assert_eq!(plain, named);
    let is_named = |names: &[String]| names.iter().any(|name| name == "%Object_cbuffer");
    assert!(!is_named(&numbers) && is_named(&names));
}

/// The parts of lines and the names between them give the text of instructions.
#[test]
fn lines_have_the_text_of_instructions() {
    let container = tests::open("dxc/cs_reduce.sm68.dxil");
    let module = Module::parse(bitcode(&container).unwrap()).unwrap();
    let whole = module.print().unwrap();
    let mut compared = 0;
    for function in module.unnumbered_functions().unwrap() {
        let blocks = function.lines.iter().filter(|line| line.text == ":");
        assert!(blocks.count() > 1);
        for line in function.lines.iter().filter(|line| line.text != ":") {
            let names = line
                .references
                .iter()
                .map(|to| function.lines.name(*to).unwrap());
            let pieces = dxil::line_spans(line).zip(names.chain([""]));
            let text: String = pieces
                .map(|(piece, name)| piece.to_owned() + name)
                .collect();
            let text = text.split("  ").next().unwrap();
            assert!(whole.contains(text), "{text}");
            compared += 1;
        }
    }
    assert!(compared > 80, "{compared}");
}

#[test]
fn a_listing_is_the_beginning_of_the_text_with_the_places_of_instructions() {
    let container = tests::open("dxc/lib_raytracing.sm66.dxil");
    let module = Module::parse(bitcode(&container).unwrap()).unwrap();
    let whole = module.print().unwrap();
    let bodies = module
        .functions()
        .filter_map(|function| function.body().unwrap());
    let names: Vec<_> = bodies
        .flat_map(|body| {
            body.instructions()
                .map(|one| dxil::instruction_name(&one))
                .collect::<Vec<_>>()
        })
        .collect();
    for most in [0, 1000, whole.len() / 2, whole.len()] {
        let listing = module.print_listing(most as u64).unwrap();
        assert!(whole.starts_with(&listing.text) && listing.text.len() <= most);
        assert_eq!(listing.is_whole, most == whole.len());
        for (place, name) in listing.offsets.iter().zip(&names) {
            let line = listing.text[*place..].lines().next().unwrap();
            assert!(line.starts_with("  ") && line.contains(name), "{line}");
        }
        assert_eq!(listing.offsets.len() == names.len(), most == whole.len());
    }
}

/// Tests that handles of all kinds lead to the resource: by class and number, by register, and by the variable of a
/// library.
#[test]
fn handles_belong_to_resources() {
    let numbers = "SRV 0.0 SRV 4.0 UAV 0.0 UAV 1.3 UAV 2.0";
    for (file, expected) in [
        ("dxc/cs_reduce.sm60.dxil", numbers),
        ("dxc/cs_reduce.sm68.dxil", numbers),
        (
            "dxc/lib_raytracing.sm66.dxil",
            "SRV 0.0 scene SRV 0.5 textures SRV 1.4 geometry Sampler 2.0 s UAV 0.0 target",
        ),
    ] {
        let container = tests::open(file);
        let module = Module::parse(bitcode(&container).unwrap()).unwrap();
        let mut used = std::collections::BTreeSet::new();
        for body in module.functions().filter_map(|one| one.body().unwrap()) {
            for instruction in body.instructions() {
                let operation = DxOp::of(&instruction);
                let handle = operation.and_then(|operation| operation.arguments().next());
                let resource = handle.and_then(|(_, handle)| instruction.resource(handle));
                used.extend(resource.map(|resource| {
                    let name = &resource.name;
                    let text = format!(
                        "{} {}.{} {name}",
                        resource.class, resource.lower_bound, resource.space
                    );
                    text.trim_end().to_owned()
                }));
            }
        }
        let used: Vec<_> = used.into_iter().collect();
        assert_eq!(used.join(" "), expected, "{file}");
    }
}

/// The location of an error is a bit, since records need not begin at a byte.
#[test]
fn errors_name_the_bit() {
    let good = Bits::bitcode().enter(BlockId::MODULE);
    let good = good.record(ModuleCode::VERSION.0, &[1]);
    // The magic number, the beginning of the block, and its size; then a record of four numbers.
    let position = 3 * 32 + 3 + 3 * 6;
    let bad = good.record(ModuleCode::VERSION.0, &[2]).cut_off();
    let error = Module::parse(&bad.bytes).unwrap_err();
    assert_eq!(error.offset(), position / 8);
    let text =
        "at byte 0xe, bit 5: the bitcode cannot be read: the version of the bitcode is unknown";
    assert_eq!(error.to_string(), text);
}

/// Tests items that no HLSL compiler emits, as `llvm-dis` prints them: a variadic function, and a constant `select`.
#[test]
fn rare_types_and_constants_are_printed() {
    let module = Bits::bitcode().enter(BlockId::MODULE);
    let types = module.record(ModuleCode::VERSION.0, &[1]);
    let types = types.enter(BlockId::TYPE);
    let types = types
        .record(TypeCode::NUMENTRY.0, &[7])
        .record(TypeCode::VOID.0, &[])
        .record(TypeCode::INTEGER.0, &[32])
        .record(TypeCode::FUNCTION.0, &[1, 0, 1])
        .record(TypeCode::POINTER.0, &[2, 0])
        .record(TypeCode::INTEGER.0, &[1])
        .record(TypeCode::POINTER.0, &[1, 0])
        .record(TypeCode::POINTER.0, &[3, 0])
        .exit();
    // The values 0 to 3: `g` with the initial value 8, `h` with weak external linkage, `p` with the address of `f`, and `f`.
    let globals = types
        .record(ModuleCode::GLOBALVAR.0, &[1, 2, 9, 0, 0, 0])
        .record(ModuleCode::GLOBALVAR.0, &[1, 2, 0, 7, 0, 0])
        .record(ModuleCode::GLOBALVAR.0, &[3, 2, 4, 0, 0, 0])
        .record(ModuleCode::FUNCTION.0, &[2, 0, 1, 0, 0, 0, 0, 0]);
    // The values 4 to 8; 32 is `eq`, and integers have their sign in the lowest bit.
    let constants = globals
        .enter(BlockId::CONSTANTS)
        .record(ConstantsCode::SETTYPE.0, &[5])
        .record(ConstantsCode::NULL.0, &[])
        .record(ConstantsCode::SETTYPE.0, &[4])
        .record(ConstantsCode::CE_CMP.0, &[5, 1, 4, 32])
        .record(ConstantsCode::SETTYPE.0, &[1])
        .record(ConstantsCode::INTEGER.0, &[2])
        .record(ConstantsCode::INTEGER.0, &[4])
        .record(ConstantsCode::CE_SELECT.0, &[5, 6, 7])
        .exit();
    let names = constants.enter(BlockId::VALUE_SYMTAB);
    let names = (0..).zip("ghpf".bytes()).fold(names, |names, (id, name)| {
        names.record(ValueSymtabCode::ENTRY.0, &[id, name.into()])
    });
    let bytes = names.exit().exit().bytes;
    let expected = "
@g = global i32 select (i1 icmp eq (i32* @h, i32* null), i32 1, i32 2)
@h = extern_weak global i32
@p = global void (i32, ...)* @f

declare void @f(i32, ...)
";
    assert_eq!(print(&bytes), expected);
}

/// Structures without a name, nested and recursive: an identified one is printed once and then by its number, a literal one
/// in full each time, as `llvm-dis-14` prints them.
#[test]
fn structures_without_a_name_are_printed() {
    let module = Bits::bitcode().enter(BlockId::MODULE);
    let types = module.record(ModuleCode::VERSION.0, &[1]);
    let types = types
        .enter(BlockId::TYPE)
        .record(TypeCode::NUMENTRY.0, &[11])
        .record(TypeCode::INTEGER.0, &[32])
        .record(TypeCode::INTEGER.0, &[64])
        .record(TypeCode::STRUCT_ANON.0, &[0, 1, 0])
        .record(TypeCode::STRUCT_ANON.0, &[1, 0, 2])
        .record(TypeCode::POINTER.0, &[5, 0])
        .record(TypeCode::STRUCT_NAMED.0, &[0, 4, 0])
        .record(TypeCode::ARRAY.0, &[2, 2])
        .record(TypeCode::STRUCT_NAMED.0, &[0, 5, 6])
        .record(TypeCode::VOID.0, &[])
        .record(TypeCode::POINTER.0, &[7, 0])
        .record(TypeCode::FUNCTION.0, &[0, 8, 9, 3, 2])
        .exit();
    let globals = types
        .record(ModuleCode::GLOBALVAR.0, &[3, 2, 0, 0, 0, 0])
        .record(ModuleCode::GLOBALVAR.0, &[5, 2, 0, 0, 0, 0])
        .record(ModuleCode::FUNCTION.0, &[10, 0, 1, 0, 0, 0, 0, 0]);
    let names = globals.enter(BlockId::VALUE_SYMTAB);
    let names = (0..).zip("ghf".bytes()).fold(names, |names, (id, name)| {
        names.record(ValueSymtabCode::ENTRY.0, &[id, name.into()])
    });
    let bytes = names.exit().exit().bytes;
    let expected = "
%0 = type { %0*, i32 }
%1 = type { %0, [2 x { i64, i32 }] }

@g = external global <{ i32, { i64, i32 } }>
@h = external global %0

declare void @f(%1*, <{ i32, { i64, i32 } }>, { i64, i32 })
";
    assert_eq!(print(&bytes), expected);
}
