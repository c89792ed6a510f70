//! Tests the table of tried inputs in SECURITY.md: it has a row for each target, and its last row is their sum. Dates
//! are compared with GNU's `date`.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;

use soak::TARGETS;
use soak::table::{Table, Tried, date};

fn security() -> String {
    std::fs::read_to_string(tests::root().join("SECURITY.md")).unwrap()
}

#[test]
fn rows_add_up_and_every_target_has_one() {
    let (table, all) = Table::read(&security()).unwrap();
    assert_eq!(table.all(), all);
    let targets: BTreeSet<&str> = TARGETS.iter().map(|target| target.name).collect();
    let rows: BTreeSet<&str> = table.rows.keys().map(String::as_str).collect();
    assert_eq!(rows, targets);
}

#[test]
fn a_run_adds_to_the_table() {
    let text = security();
    let (mut table, all) = Table::read(&text).unwrap();
    table.add("dump", 1_234, 5_600_000);
    let new = table.put(&text, "2026-01-31, commit 0123abcd").unwrap();
    assert!(new.contains("\nLast run: 2026-01-31, commit 0123abcd\n\n| target "));
    assert_eq!(new.matches("Last run: ").count(), 1);
    let (read, sum) = Table::read(&new).unwrap();
    assert_eq!(read, table);
    let expected = Tried {
        inputs: all.inputs + 1_234,
        megabytes: all.megabytes + 6,
    };
    assert_eq!(sum, expected);
}

#[test]
fn dates_are_those_of_the_calendar() {
    // date -u -d @SECONDS +%F
    for (seconds, expected) in [
        (0, "1970-01-01"),
        (951_782_399, "2000-02-28"),
        (951_782_400, "2000-02-29"),
        (1_735_689_599, "2024-12-31"),
        (1_772_323_200, "2026-03-01"),
        (4_107_542_400, "2100-03-01"),
    ] {
        assert_eq!(date(seconds), expected);
    }
}
