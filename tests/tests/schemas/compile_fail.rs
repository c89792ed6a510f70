//! Declarations that dxc-derive refuses, each with what the compiler then says.
//!
//! `TRYBUILD=overwrite cargo test -p tests --test schemas compile_fail` writes what it says now; read it as its user would.

#[test]
fn declarations_are_refused_where_they_are_wrong() {
    trybuild::TestCases::new().compile_fail("compile_fail/*.rs");
}
