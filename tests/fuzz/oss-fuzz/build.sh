#!/bin/bash -eu
# Builds each target of tests/fuzz with its seeds and the dictionary of the format.
cd "$SRC/dxc-format"
cargo fuzz build -O --fuzz-dir tests/fuzz
for target in $(cargo fuzz list --fuzz-dir tests/fuzz); do
    cp "tests/fuzz/target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
    cp tests/fuzz/dxc-format.dict "$OUT/$target.dict"
    seeds="tests/soak/seeds/$target"
    if [ -d "$seeds" ]; then
        zip -qj "$OUT/${target}_seed_corpus.zip" "$seeds"/*
    fi
done
