//! Tests containers in texts: C headers, hexadecimal text, dumps and base64.
//!
//! Judge: the container that was written as text in the forms of `dxc -Fh`, `fxc /Fh`, xxd, hexdump, od, base64 and JSON.

use std::fmt::Write;

use dxc_document::encoded::{self, Encoding};
use dxc_format::{Builder, parts};

fn shader() -> Vec<u8> {
    tests::read("dxc/vs_basic.sm60.dxil")
}

/// Formats each byte, with a separator, and this many bytes per line.
fn listed(bytes: &[u8], per_line: usize, separator: &str, form: impl Fn(u8) -> String) -> String {
    let lines = bytes.chunks(per_line).map(|line| {
        let numbers: Vec<String> = line.iter().map(|byte| form(*byte)).collect();
        numbers.join(separator)
    });
    lines.collect::<Vec<_>>().join(&format!("{separator}\n"))
}

/// A dump with offsets and characters, like those of xxd and hexdump; equal lines are replaced by `*` if `is_squeezed`.
fn dumped(bytes: &[u8], group: usize, ends: [&str; 3], is_squeezed: bool) -> String {
    let [colon, before, behind] = ends;
    let (mut text, mut last, mut is_starred) = (String::new(), None, false);
    for (index, line) in bytes.chunks(16).enumerate() {
        if is_squeezed && last == Some(line) && line.len() == 16 {
            if !is_starred {
                text.push_str("*\n");
            }
            is_starred = true;
            continue;
        }
        (last, is_starred) = (Some(line), false);
        let groups = line.chunks(group);
        let groups = groups.map(|group| {
            group.iter().fold(String::new(), |mut text, byte| {
                write!(text, "{byte:02x}").unwrap();
                text
            })
        });
        let shown = |byte: &u8| {
            if byte.is_ascii_graphic() {
                char::from(*byte)
            } else {
                '.'
            }
        };
        let characters: String = line.iter().map(shown).collect();
        let groups: Vec<String> = groups.collect();
        let groups = groups.join(" ");
        writeln!(
            text,
            "{:08x}{colon} {groups}{before}{characters}{behind}",
            index * 16
        )
        .unwrap();
    }
    writeln!(text, "{:08x}", bytes.len()).unwrap();
    text
}

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let mut three = [0; 3];
        three[..group.len()].copy_from_slice(group);
        let bits = u32::from(three[0]) << 16 | u32::from(three[1]) << 8 | u32::from(three[2]);
        for index in 0..=group.len() {
            text.push(char::from(
                ALPHABET[(bits >> (18 - 6 * index) & 63) as usize],
            ));
        }
    }
    text + &"=".repeat((3 - bytes.len() % 3) % 3)
}

/// Asserts that a text has exactly one container, which is this one.
#[track_caller]
fn assert_found(text: &str, encoding: Encoding, bytes: &[u8]) {
    let found = encoded::containers(text.as_bytes());
    assert_eq!(found.len(), 1, "{}", &text[..text.len().min(400)]);
    assert_eq!(found[0].encoding, encoding);
    assert!(found[0].bytes == bytes);
    let first = encoded::first_header(text.as_bytes());
    assert_eq!(first, Some((found[0].offset, encoding)));
}

#[test]
fn headers_of_c_have_their_containers() {
    let bytes = shader();
    let dxc = listed(&bytes, 12, ", ", |byte| format!("{byte:#04x}"));
    let header = |numbers: &str| {
        format!(
            "#if 0\n;\n; shader hash: 44584243\n#endif\n\nconst unsigned char g_main[] = {{\n  {numbers}\n}};\n"
        )
    };
    assert_found(&header(&dxc), Encoding::Hexadecimal, &bytes);
    let fxc = listed(&bytes, 16, ", ", |byte| format!("{byte:>3}"));
    assert_found(&header(&fxc), Encoding::Decimal, &bytes);
    let signed = listed(&bytes, 20, ",", |byte| byte.cast_signed().to_string());
    assert_found(&header(&signed), Encoding::Decimal, &bytes);
    let upper = listed(&bytes, 8, " , ", |byte| {
        format!("0X{byte:02X}u /* {byte} */")
    });
    assert_found(&header(&upper), Encoding::Hexadecimal, &bytes);
    let short = listed(&bytes, 16, ",", |byte| format!("{byte:#x}"));
    assert_found(&header(&short), Encoding::Hexadecimal, &bytes);
    let escaped = listed(&bytes, 24, "", |byte| format!("\\x{byte:02x}"));
    let escaped = escaped.replace('\n', "\"\n  \"");
    assert_found(&header(&escaped), Encoding::Hexadecimal, &bytes);
    let mut words = bytes.clone();
    words.resize(words.len().next_multiple_of(4), 0);
    let words: Vec<u32> = words
        .as_chunks::<4>()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word))
        .collect();
    let words = words
        .iter()
        .map(|word| format!("{word:#010x}, "))
        .collect::<String>();
    assert_found(&header(&words), Encoding::Hexadecimal, &bytes);
}

#[test]
fn hexadecimal_text_and_dumps_have_their_containers() {
    // A dump replaces equal lines, such as zeros, by `*`.
    let mut builder = Builder::new();
    builder.set(parts::PRIV, [&[0; 1000][..], b"face"].concat());
    for bytes in [shader(), builder.to_bytes().unwrap()] {
        let plain = listed(&bytes, 30, "", |byte| format!("{byte:02x}"));
        assert_found(&plain, Encoding::Hexadecimal, &bytes);
        assert_found(
            &format!("dump: {}", plain.replace('\n', "").to_uppercase()),
            Encoding::Hexadecimal,
            &bytes,
        );
        let spaced = listed(&bytes, 16, " ", |byte| format!("{byte:02X}"));
        assert_found(&spaced, Encoding::Hexadecimal, &bytes);
        for is_squeezed in [false, true] {
            for (group, ends) in [
                (2, [":", "  ", ""]),
                (1, [" ", "  |", "|"]),
                (1, ["", "", ""]),
                (4, [":", "  ", ""]),
            ] {
                let ends = if group == 1 && ends[1].is_empty() {
                    ["", " ", ""]
                } else {
                    ends
                };
                let text = dumped(&bytes, group, ends, is_squeezed);
                assert_found(&text, Encoding::Hexadecimal, &bytes);
                // The text is quoted like in a mail, after other bytes.
                let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
                if !is_squeezed {
                    assert_found(&format!("see\n{quoted}"), Encoding::Hexadecimal, &bytes);
                }
            }
        }
    }
}

/// Tests base64 in which the container begins at each offset of a group, and with line breaks.
#[test]
fn base64_has_its_containers() {
    let bytes = shader();
    for before in 0..7 {
        let text = base64(&[&b"abcdefg"[..before], &bytes, b"rest"].concat());
        assert_found(&format!("the shader: {text}."), Encoding::Base64, &bytes);
        let lines: Vec<&str> = text
            .as_bytes()
            .chunks(76)
            .map(|line| str::from_utf8(line).unwrap())
            .collect();
        assert_found(&lines.join("\r\n"), Encoding::Base64, &bytes);
        assert_found(
            &format!("{{\"dxil\":\"{}\"}}", lines.join("\\n").replace('/', "\\/")),
            Encoding::Base64,
            &bytes,
        );
        assert_found(
            &text.replace('+', "-").replace('/', "_"),
            Encoding::Base64,
            &bytes,
        );
    }
}

#[test]
fn several_containers_are_found_in_order() {
    let bytes = shader();
    let one = listed(&bytes, 16, ", ", |byte| byte.to_string());
    let other = listed(&bytes, 16, ", ", |byte| format!("{byte:#x}"));
    let text = format!("{{{one}}}; {{{other}}}; \"{}\" {{{one}}};", base64(&bytes));
    let found = encoded::containers(text.as_bytes());
    let encodings: Vec<Encoding> = found.iter().map(|found| found.encoding).collect();
    use Encoding::{Base64, Decimal, Hexadecimal};
    assert_eq!(encodings, [Decimal, Hexadecimal, Base64, Decimal]);
    assert!(found.iter().all(|found| found.bytes == bytes));
    assert!(found.is_sorted_by_key(|found| found.offset));
}

#[test]
fn texts_without_a_whole_container_have_none() {
    let bytes = shader();
    let numbers = listed(&bytes[..bytes.len() - 1], 16, ", ", |byte| byte.to_string());
    for text in [
        "",
        "44 58 42 43",
        "RFhCQw==",
        "68, 88, 66, 67",
        "0x43425844",
        &numbers,
    ] {
        assert!(encoded::containers(text.as_bytes()).is_empty(), "{text}");
    }
    // A header is enough to detect the encoding.
    assert_eq!(
        encoded::first_header(numbers.as_bytes()),
        Some((0, Encoding::Decimal))
    );
}

/// Texts with a header at each offset that claims the rest of the text.
#[test]
fn hostile_texts_take_linear_time() {
    let mut header = Vec::from(*b"DXBC");
    header.extend([0; 16]);
    header.extend([1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0]);
    let len = 1 << 16;
    let hexadecimal = listed(&header, 32, "", |byte| format!("{byte:02x}"));
    let decimal = listed(&header, 32, ",", |byte| byte.to_string()) + ",";
    let dump = format!(
        "{}00000020: 44584243\n",
        dumped(&header, 2, [":", "  ", ""], true)
    );
    let tries = [
        "RFhCQ".repeat(len / 5),
        base64(&header).trim_end_matches('=').repeat(len / 43),
        base64(&vec![0; len]),
        hexadecimal.repeat(len / 64),
        "44584243".repeat(len / 8),
        "4".repeat(len),
        decimal.repeat(len / decimal.len()),
        "68,88,66,67,".repeat(len / 12),
        "68 ".repeat(len / 3),
        "{".repeat(len),
        "/*".repeat(len / 2),
        "44/*".repeat(len / 4),
        "68/*".repeat(len / 4),
        "68 //".repeat(len / 5),
        dump.repeat(len / dump.len()),
        format!("{hexadecimal}{}", " ".repeat(len)).repeat(4),
    ];
    for text in tries {
        assert!(encoded::containers(text.as_bytes()).is_empty());
        let _ = encoded::first_header(text.as_bytes());
    }
}
