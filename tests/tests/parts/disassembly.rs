//! Compares listings and dumps with those of Microsoft's disassemblers.
//!
//! Judge: FXC's `D3DDisassemble`, which made the texts in `disassembly`; and `dxc -dumpbin` for the larger corpus. The
//! files in `disassembly` were compiled by FXC from the HLSL next to them, or assembled from tokens if there is none.

use std::path::Path;

use dxc_format::Container;

/// The beginning of the LLVM IR in a disassembly of DXIL.
const IR: &str = "target datalayout";

#[test]
fn listings_equal_those_of_fxc() {
    let folder = tests::root().join("tests/tests/parts/disassembly");
    let compared = compare_folder(&folder, &folder);
    assert_eq!(compared, [16, 0]);
}

#[test]
fn every_disassembly_equals_those_of_fxc_and_dxc() {
    let Some(real) = tests::corpus("real") else {
        return;
    };
    let corpus = real.parent().unwrap();
    let texts = corpus.with_file_name("disassembly");
    if !texts.is_dir() {
        eprintln!("skipped: there are no texts in {}", texts.display());
        return;
    }
    let compare = |name| compare_folder(&corpus.join(name), &texts.join(name));
    let compared = [compare("real"), compare("dxc")];
    println!("compared with FXC and DXC: {compared:?}");
    assert!(compared[0][0] >= 456, "{compared:?}");
    assert!(compared[0][1] + compared[1][1] >= 148, "{compared:?}");
}

/// Compares all texts in a folder; returns how many of them are of FXC and of DXC.
fn compare_folder(containers: &Path, texts: &Path) -> [usize; 2] {
    let mut compared = [0; 2];
    let mut different = Vec::new();
    for container in tests::containers(containers) {
        let stem = container.file_stem().unwrap().to_str().unwrap();
        let Ok(expected) = std::fs::read(texts.join(format!("{stem}.txt"))) else {
            continue;
        };
        let expected = String::from_utf8_lossy(&expected).into_owned();
        let file = std::fs::read(&container).unwrap();
        let (found, is_dxil) = printed(&Container::parse(&file).unwrap());
        compared[usize::from(is_dxil)] += 1;
        if let Some(line) = difference(&found, &expected) {
            different.push(format!("{}: {line}", container.display()));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    compared
}

/// The listing or the dump, and whether it is a dump of DXIL.
fn printed(container: &Container<'_>) -> (String, bool) {
    match dxc_shader::assembly::listing(container).unwrap() {
        Some(listing) => (listing.to_string(), false),
        None => {
            let dump = dxc_shader::dump(container)
                .unwrap()
                .map(|dump| dump.to_string());
            (dump.unwrap_or_default(), true)
        }
    }
}

/// The first line that differs, ignoring blanks at its end and digits that exceed the precision of the type.
fn difference(found: &str, expected: &str) -> Option<String> {
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().take_while(|line| !line.starts_with(IR));
        lines.map(|line| rounded(line.trim_end())).collect()
    };
    let (mut found, mut expected) = (lines(found), lines(expected));
    for lines in [&mut found, &mut expected] {
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
    }
    let count = found.len().max(expected.len());
    let place = (0..count).find(|place| found.get(*place) != expected.get(*place))?;
    Some(format!(
        "line {}\n  found    {:?}\n  expected {:?}",
        place + 1,
        found.get(place),
        expected.get(place)
    ))
}

/// The line with numbers of 17 and more digits rounded to their values: Wine prints all their digits, Windows pads with
/// zeros.
fn rounded(line: &str) -> String {
    let mut rounded = String::new();
    for word in line.split_inclusive(|letter: char| !letter.is_ascii_digit() && letter != '.') {
        let end = word.len()
            - word.chars().next_back().map_or(0, |last| {
                if last.is_ascii_digit() || last == '.' {
                    0
                } else {
                    last.len_utf8()
                }
            });
        let (number, rest) = word.split_at(end);
        let is_long = number.find('.').is_some_and(|point| point >= 17);
        match number.parse::<f64>().ok().filter(|_| is_long) {
            Some(value) => rounded.push_str(&format!("{value:e}")),
            None => rounded.push_str(number),
        }
        rounded.push_str(rest);
    }
    rounded
}
