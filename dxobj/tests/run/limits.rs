//! Limits of output and input for files that multiply, or that are large.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use dxc_format::digest::{self, Verdict};
use dxc_format::signature::{Signature, SignatureElement};
use dxc_format::{Builder, Container, Limits, parts};

/// Runs a command over a file.
fn dxobj(words: &str, path: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_dxobj"))
        .args(words.split(' '))
        .arg(path)
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A file with a signature of 4000 elements that share a name of 200,000 letters.
fn shared_name() -> Vec<u8> {
    let mut signature = Signature::default();
    let name = signature.names.intern(&"A".repeat(200_000));
    let mut element = SignatureElement::default();
    element.name = name;
    signature.elements = vec![element; 4000];
    let mut builder = Builder::new();
    builder.set_part(parts::ISG1, signature).unwrap();
    builder.to_bytes().unwrap()
}

#[test]
fn a_shared_name_is_not_printed_for_each_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shared.dxbc");
    let file = shared_name();
    fs::write(&path, &file).unwrap();
    let most = Limits::of_input(file.len()).output + (128 << 10);
    for words in [
        "show",
        "show --format hex",
        "show --format html",
        "signatures",
        "signatures --json",
    ] {
        let printed = dxobj(words, &path);
        assert!(printed.status.success(), "{words}");
        let len = printed.stdout.len() as u64;
        assert!(
            len <= most,
            "{words}: {len} bytes, where {most} are the most"
        );
    }
    let table = text(&dxobj("signatures", &path));
    assert!(table.contains("A .. (199744 more)"));
    assert!(table.contains("more rows exceed the limit of the output; `dxobj show --format yaml`"));
    let line: serde_json::Value =
        serde_json::from_slice(&dxobj("signatures --json", &path).stdout).unwrap();
    assert_eq!(line["cut"], true);
}

/// A container of more than 16 MiB, which is read by need.
fn large() -> Vec<u8> {
    let mut builder = Builder::new();
    let data: Vec<u8> = (0..=255).cycle().take((16 << 20) + 5).collect();
    builder.push(parts::PRIV, data);
    builder.to_bytes().unwrap()
}

#[test]
fn a_large_file_is_read_by_need() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.dxbc");
    let mut file = large();
    fs::write(&path, &file).unwrap();
    assert!(text(&dxobj("verify", &path)).ends_with(": ok\n"));
    assert_eq!(
        text(&dxobj("roundtrip", &path)),
        "1 ok, 0 differ, 0 refused\n"
    );
    let part = folder.path().join("part");
    let words = format!("extract PRIV -o {}", part.display());
    assert!(dxobj(&words, &path).status.success());
    let container = Container::parse(&file).unwrap();
    assert!(fs::read(&part).unwrap() == container.part(0).unwrap().data);
    // The digest covers bytes that the listing does not need.
    *file.last_mut().unwrap() ^= 1;
    fs::write(&path, &file).unwrap();
    assert!(text(&dxobj("verify", &path)).contains(": wrong: "));
    assert!(text(&dxobj("ls", &path)).contains(" wrong\n"));
    // An error names its place in the file.
    fs::write(&path, &file[..file.len() - 1]).unwrap();
    assert_eq!(dxobj("ls", &path).status.code(), Some(2));
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

#[test]
fn a_part_over_the_digest_is_not_signed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("over.dxbc");
    let file = part_over_the_digest();
    assert!(Container::parse(&file).is_ok());
    fs::write(&path, &file).unwrap();
    let signed = dxobj("sign --force -i", &path);
    assert_eq!(signed.status.code(), Some(2));
    let error = String::from_utf8(signed.stderr).unwrap();
    assert!(
        error.contains("the part overlaps the digest in the header"),
        "{error}"
    );
    assert_eq!(fs::read(&path).unwrap(), file);
}

#[test]
fn a_signed_file_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unsigned.dxbc");
    let mut file = Builder::new().to_bytes().unwrap();
    file[4..20].fill(0);
    fs::write(&path, &file).unwrap();
    assert!(dxobj("sign -i", &path).status.success());
    let signed = fs::read(&path).unwrap();
    let verdict = Container::parse(&signed).unwrap().verify_digest();
    assert_eq!(verdict, Verdict::Matches);
    assert_eq!(digest::content(&signed), digest::content(&file));
}

#[test]
fn unfinished_files_are_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = Builder::new().to_bytes().unwrap();
    fs::write(folder.path().join("one.dxbc"), &file).unwrap();
    fs::write(folder.path().join(".dxobj-abc"), &file).unwrap();
    let listed = text(&dxobj("verify", folder.path()));
    assert_eq!(listed.lines().count(), 1, "{listed}");
}

/// The signal comes while many files are signed.
#[cfg(unix)]
#[test]
fn a_signal_removes_unfinished_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = Builder::new().to_bytes().unwrap();
    file[4..20].fill(0);
    for index in 0..3000 {
        fs::write(folder.path().join(format!("{index}.dxbc")), &file).unwrap();
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_dxobj"))
        .args(["sign", "-q", "-i"])
        .arg(folder.path())
        .spawn()
        .unwrap();
    let is_signed = || fs::read(folder.path().join("0.dxbc")).unwrap() != file;
    while !is_signed() && child.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().unwrap();
    child.wait().unwrap();
    let names = fs::read_dir(folder.path()).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name());
    let left = names.filter(|name| name.as_encoded_bytes().starts_with(b".dxobj-"));
    assert_eq!(left.count(), 0);
}
