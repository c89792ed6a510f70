//! Limits of output and input for files that multiply, or that are large.
//!
//! Judge: two equal routes: a large file that is read by need, and a builder, a small file or a stream that holds all.

use std::fs;

use dxc_format::digest::{self, Verdict};
use dxc_format::signature::{Signature, SignatureElement};
use dxc_format::{Builder, Container, Limits, parts};

use crate::{DXOBJ, Folder, error, failed, text};

/// A file with a signature of 4000 elements that share a name of 200,000 letters.
fn shared_name() -> Vec<u8> {
    let mut signature = Signature::default();
    let name = signature.names.intern(&"A".repeat(200_000));
    let element = SignatureElement {
        name,
        ..SignatureElement::default()
    };
    signature.elements = vec![element; 4000];
    let mut builder = Builder::new();
    builder.set_part(parts::ISG1, signature).unwrap();
    builder.to_bytes().unwrap()
}

#[test]
fn a_shared_name_is_not_printed_for_each_record() {
    let folder = Folder::new();
    let file = shared_name();
    folder.write("shared.dxbc", &file);
    let most = Limits::of_input(file.len()).output + (128 << 10);
    for words in [
        "show",
        "show --format hex",
        "show --format html",
        "signatures",
        "signatures --json",
    ] {
        let len = folder.printed(&format!("{words} shared.dxbc")).len() as u64;
        assert!(
            len <= most,
            "{words}: {len} bytes, where {most} are the most"
        );
    }
    let table = folder.printed("signatures shared.dxbc");
    assert!(table.contains("A .. (199744 more)"));
    assert!(table.contains("more rows exceed the limit of the output; `dxobj show --format yaml`"));
    let line = folder.printed("signatures --json shared.dxbc");
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["cut"], true);
}

/// A program of assembly with these tokens of the pixel shader 5.0.
pub(crate) fn assembly(tokens: &[u32]) -> Vec<u8> {
    let len = u32::try_from(tokens.len() + 2).unwrap();
    let all = [&[0x50, len], tokens].concat();
    let bytes: Vec<u8> = all.iter().flat_map(|token| token.to_le_bytes()).collect();
    let mut builder = Builder::new();
    builder.push(parts::SHEX, bytes);
    builder.to_bytes().unwrap()
}

/// A token of four bytes has the names of eight flags, behind the indent of 64 loops.
#[test]
fn a_listing_that_multiplies_is_cut() {
    let folder = Folder::new();
    let (begins_loop, all_flags) = (0x0100_0030, 0x0107_f86a);
    let file = assembly(&[vec![begins_loop; 64], vec![all_flags; 2500]].concat());
    folder.write("flags.dxbc", &file);
    let most = usize::try_from(Limits::of_input(file.len()).output).unwrap();
    let output = folder.dxobj("dump flags.dxbc");
    failed(&output, "`--limit-output SIZE` sets a larger one");
    let printed = text(&output);
    assert!(printed.len() < most + 700, "{}", printed.len());
    assert!(printed.ends_with("// The rest exceeds the limit of the output.\n"));
    let output = folder.dxobj("dump --json flags.dxbc");
    failed(&output, "`--limit-output SIZE` sets a larger one");
    let line: serde_json::Value = serde_json::from_str(&text(&output)).unwrap();
    assert_eq!(line["cut"], true);
    let whole = folder.printed("dump --limit-output 4M flags.dxbc");
    assert!(whole.len() > printed.len() && whole.starts_with(&printed[..most - 1000]));
    let line = folder.printed("dump --limit-output 4m --json flags.dxbc");
    assert!(!line.contains("\"cut\""));
    for size in ["", "M", "1T", "-1", "99999999999999G"] {
        let output = folder.dxobj(&format!("dump --limit-output={size} flags.dxbc"));
        assert_eq!(output.status.code(), Some(2), "{size}");
    }
    folder.write("short.dxbc", assembly(&[begins_loop]));
    let line = folder.printed("dump --json short.dxbc");
    assert!(!line.contains("cut"), "{line}");
}

/// The dump of a program whose IR exceeds the limit ends with a note behind what was printed so far.
#[test]
fn a_dump_that_is_too_long_ends_with_a_note() {
    let folder = Folder::new();
    folder.copy("lib_raytracing.sm66.dxil", "lib.dxil");
    let whole = folder.printed("dump lib.dxil");
    for most in [0, 1, 200, 4096, whole.len() / 2, whole.len() - 1] {
        let output = folder.dxobj(&format!("dump --limit-output {most} lib.dxil"));
        failed(
            &output,
            "lib.dxil: the dump exceeds the limit of the output",
        );
        let printed = text(&output);
        let note = "; The rest exceeds the limit of the output.\n";
        let begin = printed.strip_suffix(note).unwrap();
        assert!(whole.starts_with(begin), "{most}");
        // Whole lines are printed.
        assert!(begin.is_empty() || begin.ends_with('\n'), "{most}");
        let len = begin.len();
        assert!(
            len <= most && len >= most.saturating_sub(1000),
            "{most}: {len}"
        );
    }
    assert_eq!(
        folder.printed(&format!("dump --limit-output {} lib.dxil", whole.len())),
        whole
    );
    let name = "--function raygen";
    let alone = folder.dxobj(&format!("dump {name} --limit-output 10 lib.dxil"));
    failed(&alone, "exceeds the limit of the output");
}

/// A container of more than 16 MiB, which is read by need.
fn large() -> Vec<u8> {
    let mut builder = Builder::new();
    let data: Vec<u8> = (0..=255).cycle().take((16 << 20) + 5).collect();
    builder.push(parts::PRIV, data);
    builder.to_bytes().unwrap()
}

/// Edits of a large file give what a builder gives that holds all of it.
#[test]
fn a_large_file_is_edited_by_need() {
    let folder = Folder::new();
    let large = large();
    let mut builder = Container::parse(&large).unwrap().to_builder();
    builder.insert(0, parts::SFI0, [0; 8].as_slice());
    builder.set_trailing(b"trailing".as_slice());
    let file = builder.to_bytes().unwrap();
    let old = Container::parse(&file).unwrap();
    folder.write("flags", [1, 0, 0, 0, 0, 0, 0, 0]);
    folder.write("private", old.part(1).unwrap().data);
    folder.write("large.dxbc", &file);
    let edit = |line: &str, said: &str, edit: &dyn Fn(&mut Builder<'_>)| {
        let output = folder.dxobj(&line.replace("FILE", "large.dxbc -o out"));
        assert!(
            error(&output).starts_with(&format!("out: {said}\n")),
            "{line}"
        );
        let mut builder = old.to_builder();
        edit(&mut builder);
        assert!(folder.read("out") == builder.to_bytes().unwrap(), "{line}");
    };
    edit("set SFI0 flags FILE", "re-signed", &|builder| {
        builder.set(parts::SFI0, [1, 0, 0, 0, 0, 0, 0, 0].as_slice());
    });
    edit("remove SFI0 FILE", "re-signed", &|builder| {
        builder.remove(parts::SFI0);
    });
    edit("move PRIV --before SFI0 FILE", "re-signed", &|builder| {
        builder.move_part(1, 0).unwrap();
    });
    edit(
        "strip --private --keep kept FILE",
        "re-signed",
        &|builder| {
            builder.remove(parts::PRIV);
        },
    );
    assert!(folder.read("kept/large.PRIV") == old.part(1).unwrap().data);
    // The bytes that were not read are compared.
    let output = folder.dxobj("set PRIV private large.dxbc -i");
    assert_eq!(error(&output), "large.dxbc: unchanged\n");
    folder.write("zeros", vec![0; old.part(1).unwrap().data.len()]);
    edit("set PRIV zeros FILE", "re-signed", &|builder| {
        builder.set(parts::PRIV, vec![0; old.part(1).unwrap().data.len()]);
    });
    folder.printed("set PRIV zeros large.dxbc -i");
    assert!(folder.read("large.dxbc") == folder.read("out"));
}

#[test]
fn a_large_file_is_read_by_need() {
    let folder = Folder::new();
    let mut file = large();
    folder.write("large.dxbc", &file);
    assert!(folder.printed("verify large.dxbc").ends_with(": ok\n"));
    let counts = folder.printed("roundtrip large.dxbc");
    assert_eq!(counts, "1 ok, 0 differ, 0 refused\n");
    folder.printed("extract PRIV large.dxbc -o part");
    let container = Container::parse(&file).unwrap();
    assert!(folder.read("part") == container.part(0).unwrap().data);
    // The digest covers bytes that the listing does not need.
    *file.last_mut().unwrap() ^= 1;
    folder.write("large.dxbc", &file);
    assert!(text(&folder.dxobj("verify large.dxbc")).contains(": wrong: "));
    assert!(text(&folder.dxobj("ls large.dxbc")).contains(" wrong\n"));
    // An error names its place in the file.
    folder.write("large.dxbc", &file[..file.len() - 1]);
    failed(&folder.dxobj("ls large.dxbc"), " at byte ");
}

/// A part with fields has all of them, however far they are from its beginning.
#[test]
fn fields_of_a_large_file_are_all_read() {
    let folder = Folder::new();
    // 1000 constant buffers without a space, which take 16 bytes each, behind the 24 bytes of version 0.
    let resources = (0..1000_u32).flat_map(|index| [2, 0, index, index]);
    let head = [24, 0, 0, 0, 0, 0, 0, 1000, 16];
    let words = head.into_iter().chain(resources);
    let psv0: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    for (name, size) in [("small.dxbc", 5), ("large.dxbc", (16 << 20) + 5)] {
        let mut builder = Builder::new();
        builder.push(parts::PSV0, psv0.clone());
        builder.push(parts::PRIV, vec![1; size]);
        folder.write(name, builder.to_bytes().unwrap());
    }
    let [small, large] = ["small", "large"].map(|name| {
        let shown = folder.printed(&format!("show --part PSV0 {name}.dxbc"));
        let (_, table) = shown.split_once('\n').unwrap();
        table.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    });
    assert!(small.len() > 1000);
    // Not `assert_eq`: a failure would print all rows.
    assert!(large == small);
}

/// The only part begins within the digest.
fn part_over_the_digest() -> Vec<u8> {
    let mut file = Builder::new().to_bytes().unwrap();
    file.truncate(32);
    file[4..20].fill(0);
    file[12..16].copy_from_slice(&parts::SFI0.0);
    file[16..20].copy_from_slice(&8u32.to_le_bytes());
    file[24..28].copy_from_slice(&36u32.to_le_bytes());
    file[28..32].copy_from_slice(&1u32.to_le_bytes());
    file.extend(12u32.to_le_bytes());
    file
}

/// The second part is inside of the first one, which is changed, so that all parts are laid out anew.
#[test]
fn a_large_file_with_parts_that_overlap_is_edited() {
    let folder = Folder::new();
    let mut builder = Builder::new();
    builder.push(parts::PRIV, b"PRIV\0\0\0\0".as_slice());
    builder.push(parts::PRIV, b"".as_slice());
    builder.push(parts::PRIV, vec![7; (16 << 20) + 5]);
    let mut file = builder.to_bytes().unwrap();
    let first = Container::parse(&file).unwrap().part(0).unwrap();
    let (inner, entry) = (u32::try_from(first.data_offset).unwrap(), 36);
    file[entry..entry + 4].copy_from_slice(&inner.to_le_bytes());
    folder.write("large.dxbc", &file);
    folder.write("data", b"12345678");
    folder.printed("set 0 data large.dxbc -o out --force");
    let mut builder = Container::parse(&file).unwrap().to_builder();
    builder.parts_mut()[0].data = b"12345678".as_slice().into();
    assert!(folder.read("out") == builder.to_bytes().unwrap());
}

#[test]
fn a_part_over_the_digest_is_not_signed() {
    let folder = Folder::new();
    let file = part_over_the_digest();
    assert!(Container::parse(&file).is_ok());
    folder.write("over.dxbc", &file);
    let signed = folder.dxobj("sign --force -i over.dxbc");
    failed(&signed, "the part overlaps the digest in the header");
    assert_eq!(folder.read("over.dxbc"), file);
}

#[test]
fn a_signed_file_verifies() {
    let folder = Folder::new();
    let mut file = Builder::new().to_bytes().unwrap();
    file[4..20].fill(0);
    folder.write("unsigned.dxbc", &file);
    folder.printed("sign -i unsigned.dxbc");
    let signed = folder.read("unsigned.dxbc");
    let verdict = Container::parse(&signed).unwrap().verify_digest();
    assert_eq!(verdict, Verdict::Matches);
    assert_eq!(digest::content(&signed), digest::content(&file));
}

#[test]
fn unfinished_files_are_passed_over() {
    let folder = Folder::new();
    let file = Builder::new().to_bytes().unwrap();
    folder.write("one.dxbc", &file);
    folder.write(".dxobj-abc", &file);
    let listed = folder.printed("verify .");
    assert_eq!(listed.lines().count(), 1, "{listed}");
}

/// The signal comes while many files are signed.
#[cfg(unix)]
#[test]
fn a_signal_removes_unfinished_files() {
    let folder = Folder::new();
    let mut file = Builder::new().to_bytes().unwrap();
    file[4..20].fill(0);
    for index in 0..3000 {
        folder.write(&format!("{index}.dxbc"), &file);
    }
    let mut command = folder.command(DXOBJ);
    let mut child = command.args(["sign", "-q", "-i", "."]).spawn().unwrap();
    let is_signed = || folder.read("0.dxbc") != file;
    while !is_signed() && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    let mut kill = folder.command("kill");
    kill.args(["-INT", &id]).status().unwrap();
    child.wait().unwrap();
    let names = fs::read_dir(&folder.0).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name());
    let left = names.filter(|name| name.as_encoded_bytes().starts_with(b".dxobj-"));
    assert_eq!(left.count(), 0);
}

/// Large files are read by need, and standard input as a whole: the answers are the same, also those of a small file.
#[test]
#[cfg(unix)]
fn large_files_have_the_answers_of_small_ones() {
    let folder = Folder::new();
    let private = vec![0; 17 << 20];
    for file in ["ps_textured.sm60.dxil", "lib_workgraph.sm68.dxil"] {
        let small = folder.copy(file, "small.dxil");
        let mut builder = Container::parse(&small).unwrap().to_builder();
        builder.set(parts::PRIV, private.as_slice());
        folder.write("large.dxil", builder.to_bytes().unwrap());
        for command in [
            "bindings --json",
            "signatures",
            "reflect --json",
            "dump",
            "sources",
            "ls --json",
            "show",
        ] {
            let run = |line: String| {
                let output = folder.command("sh").args(["-c", &line]).output().unwrap();
                let all = [text(&output), error(&output)].concat();
                (output.status.code(), all)
            };
            let (status, large) = run(format!("{DXOBJ} {command} large.dxil"));
            let (piped_status, piped) = run(format!("{DXOBJ} {command} - < large.dxil"));
            let named = large.replace("\"large.dxil\"", "\"-\"");
            let named = named.replace("large.dxil", "-");
            assert!(named == piped, "{file}: {command}: {large} {piped}");
            assert_eq!(status, piped_status, "{file}: {command}");
            let describes = ["bindings", "signatures", "reflect", "dump", "sources"];
            if describes.iter().any(|name| command.starts_with(name)) {
                let (_, expected) = run(format!("{DXOBJ} {command} small.dxil"));
                let named = expected.replace("small.dxil", "large.dxil");
                let mut lines = named.lines().zip(large.lines());
                let differs = lines.find(|(one, other)| one != other);
                assert_eq!(differs, None, "{file}: {command}");
                assert_eq!(named.lines().count(), large.lines().count());
            }
        }
    }
}
