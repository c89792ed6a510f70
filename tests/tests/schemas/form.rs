//! Tests the formatting rules of the schema files, which `schema/README.md` states, for people and for any TOML 1.0
//! tool.

/// The maximum length of a line.
const WIDTH: usize = 120;

/// The name and the text of each schema file.
fn files() -> Vec<(String, String)> {
    let mut files: Vec<_> = tests::change::schemas(&tests::root().join("schema"))
        .into_iter()
        .map(|(path, text)| (path.file_name().unwrap().to_string_lossy().into(), text))
        .collect();
    files.sort();
    files
}

#[test]
fn no_line_is_too_long() {
    for (file, text) in files() {
        for (at, line) in text.lines().enumerate() {
            let length = line.chars().count();
            assert!(
                length <= WIDTH,
                "schema/{file}:{}: {length} characters",
                at + 1
            );
        }
    }
}

/// The correctness of the sizes is checked by `gen`.
#[test]
fn each_version_states_its_size() {
    let mut count = 0;
    for (file, text) in files() {
        for (at, line) in text.lines().enumerate() {
            let path = line
                .strip_prefix("[struct.")
                .and_then(|line| line.split_once(']'));
            let Some((_, behind)) = path.filter(|(path, _)| path.contains(".v")) else {
                continue;
            };
            let size = behind
                .strip_prefix(" # ")
                .and_then(|size| size.split_once(" byte"));
            let is_told = size.is_some_and(|(size, _)| size.parse::<u32>().is_ok());
            assert!(
                is_told,
                "schema/{file}:{}: no size, as in `[struct.Name.v0] # 24 bytes`",
                at + 1
            );
            count += 1;
        }
    }
    assert!(count > 30, "{count}");
}

/// TOML 1.0 does not allow line ends within `{ .. }`, although our parser would accept them.
#[test]
fn entries_are_closed_on_their_line() {
    for (file, text) in files() {
        for (at, line) in text.lines().enumerate() {
            let is_open = line.contains(" = {") && !line.contains('}');
            assert!(!is_open, "schema/{file}:{}: {line}", at + 1);
        }
    }
}

#[test]
fn each_key_of_the_reference_has_an_example() {
    let path = tests::root().join("schema/README.md");
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let keys: Vec<&str> = rows.filter(|row| row.matches(" | ").count() == 3).collect();
    assert!(keys.len() > 40);
    for row in keys {
        // The rows are the groups of fields of versions, and the columns that each enum uses.
        let is_group = row.starts_with("| `v0` ");
        assert!(is_group || row.contains(" `` "), "{row}");
    }
}
