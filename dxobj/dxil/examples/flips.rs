//! Temporary.
use std::panic;
fn main() {
    let rounds: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let (mut ok, mut err, mut most, mut worst) = (0u64, 0u64, 0usize, 0u128);
    let mut errors = std::collections::BTreeMap::<String, u64>::new();
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let path = line.split(' ').next().unwrap();
        let bytes = std::fs::read(path).unwrap();
        let Ok(container) = dxc_format::Container::parse(&bytes) else {
            continue;
        };
        let Ok(Some(program)) = container.dxil() else {
            continue;
        };
        let good = program.bitcode().to_vec();
        for round in 0..rounds {
            let mut bad = good.clone();
            if round % 8 == 7 {
                let n = next() as usize % bad.len();
                bad.truncate(n);
            }
            for _ in 0..1 + round % 3 {
                let at = next() as usize % bad.len().max(1);
                if at < bad.len() {
                    bad[at] ^= 1 << (next() % 8);
                }
            }
            let start = std::time::Instant::now();
            let result =
                panic::catch_unwind(|| dxil::Module::parse(&bad).and_then(|module| module.print()));
            worst = worst.max(start.elapsed().as_millis());
            match result {
                Ok(Ok(text)) => {
                    ok += 1;
                    most = most.max(text.len() / good.len());
                }
                Ok(Err(error)) => {
                    err += 1;
                    *errors
                        .entry(
                            error
                                .to_string()
                                .split(" (byte")
                                .next()
                                .unwrap()
                                .chars()
                                .filter(|c| !c.is_ascii_digit())
                                .collect(),
                        )
                        .or_default() += 1;
                }
                Err(_) => {
                    println!("PANIC {path} {round}");
                    std::fs::write("/tmp/dxil-ref/panic.bc", &bad).unwrap();
                }
            }
        }
    }
    println!("{ok} printed, {err} refused, {most} times the bitcode, {worst} ms");
    for (error, count) in errors {
        println!("{count:8} {error}");
    }
}
