//! Tests properties of every generated part of any schema, with bytes that are random except for values that the reader
//! requires.

use core::fmt::Debug;

use dxc_document::{Map, Node, build_in, layout, show, yaml};
use dxc_format::runtime::Fields;
use dxc_format::runtime::tables::LayOut;
use dxc_format::runtime::int::FromInt;
use dxc_format::runtime::walk::{Content, Span, Sink};
use dxc_format::{Error, ErrorKind, types::Sequence};

use crate::numbers::Numbers;

/// Random arguments of a part.
pub(crate) trait Args: Copy {
    fn random(numbers: &mut Numbers) -> Self {
        Self::nth(numbers.below(Self::COUNT))
    }

    /// The number of small values of the arguments: [`nth`](Self::nth) returns each.
    const COUNT: usize;

    fn nth(number: usize) -> Self;
}

/// The number of small values of an argument.
const SMALL: usize = 4;

fn integer<T: FromInt>(number: usize) -> T {
    T::from_int(number as u64).expect("every integer has a 3")
}

macro_rules! args {
    ($($name:ident)*) => {
        impl<$($name: FromInt),*> Args for ($($name,)*) {
            const COUNT: usize = 1 $(* { let _ = stringify!($name); SMALL })*;

            #[allow(unused_mut, unused_variables, unused_assignments, clippy::unused_unit)]
            fn nth(mut number: usize) -> Self {
                ($({
                    let digit = integer::<$name>(number % SMALL);
                    number /= SMALL;
                    digit
                },)*)
            }
        }
    };
}

args!();
args!(A);
args!(A B);
args!(A B C);
args!(A B C D);

/// The number of checks of each kind.
#[derive(Default, Debug)]
pub(crate) struct Tried {
    pub(crate) inputs: u64,
    pub(crate) read: u64,
    pub(crate) defaults: u64,
    pub(crate) documents: u64,
    /// Documents that store their value only as bytes.
    pub(crate) patched: u64,
    /// Those of them whose bytes store the whole part.
    pub(crate) whole: u64,
}

/// Tests a part with this many inputs.
pub(crate) fn part<T>(numbers: &mut Numbers, inputs: usize, tried: &mut Tried)
where
    T: Default + Debug + LayOut,
    <T as Fields>::Args: Args + Debug,
{
    let mut seeds = defaults::<T>(tried);
    seeds.push(Vec::new());
    for _ in 0..inputs {
        let args = Args::random(numbers);
        let at = numbers.below(seeds.len());
        let mut bytes = seeds[at].clone();
        damage(&mut bytes, numbers);
        if mend::<T>(&mut bytes, args, numbers) && seeds.len() < 64 {
            seeds.push(bytes.clone());
        }
        tried.inputs += 1;
        one::<T>(&bytes, args, tried);
    }
}

/// The bytes of the default value: unless it lacks content, it is written and read again, with all small arguments that
/// select its content.
fn defaults<T>(tried: &mut Tried) -> Vec<Vec<u8>>
where
    T: Sequence + Default + Debug,
    T::Args: Args + Debug,
{
    let (mut written, mut refused) = (Vec::new(), Vec::new());
    for args in (0..T::Args::COUNT).map(T::Args::nth) {
        match T::default().to_bytes(args) {
            Ok(bytes) => {
                match T::from_bytes(&bytes, args) {
                    Ok(read) => assert_eq!(
                        read.to_bytes(args).as_ref(),
                        Ok(&bytes),
                        "the default value changes, given {args:?}"
                    ),
                    Err(error) => panic!("the default value with {args:?} does not read: {error} in {bytes:x?}"),
                }
                tried.defaults += 1;
                written.push(bytes);
            }
            // Compared counts, sizes and selectors that are not 0 require content, and references entries.
            Err(error) if needs_content(error.kind()) => (),
            Err(error) => refused.push(format!("{args:?}: {error}")),
        }
    }
    assert!(
        !written.is_empty() || refused.is_empty(),
        "the default value is not written: {refused:?} of {:?}",
        T::default()
    );
    written.truncate(4);
    written
}

/// Whether a value lacks content that its counts, selectors or references require.
fn needs_content(kind: &ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::CountDiffers { .. } | ErrorKind::OtherArm { .. } | ErrorKind::NoEntry { .. }
    )
}

/// Makes bytes longer, shorter, or changes them; most values are small, as counts are.
fn damage(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    for _ in 0..1 + numbers.below(4) {
        let at = numbers.below(bytes.len() + 1);
        let byte = match numbers.below(5) {
            0 => 0,
            1..4 => u8::try_from(numbers.below(12)).expect("small"),
            _ => u8::try_from(numbers.below(256)).expect("a byte"),
        };
        match numbers.below(4) {
            0 => bytes.insert(at, byte),
            1 if at < bytes.len() => bytes[at] = byte,
            2 => bytes.truncate(at.max(bytes.len() / 2)),
            _ => bytes.extend((0..numbers.below(24)).map(|_| byte)),
        }
    }
    bytes.truncate(400);
}

/// Supplies the values that the reader expects, a few times; returns whether that was enough.
fn mend<T: Sequence>(bytes: &mut Vec<u8>, args: T::Args, numbers: &mut Numbers) -> bool {
    for _ in 0..12 {
        let Err(error) = T::from_bytes(bytes, args) else { return true };
        let at = error.offset();
        let kept = bytes.clone();
        match error.kind() {
            ErrorKind::Truncated { needed, available } if *needed < 200 => {
                let more = usize::try_from(needed - available.min(needed)).unwrap_or_default();
                bytes.resize(bytes.len() + more, u8::try_from(numbers.below(4)).expect("small"));
            }
            ErrorKind::Mismatch { expected: Some(expected), .. } => {
                let wanted = expected.to_le_bytes();
                let width = [1, 2, 4, 8][numbers.below(4)];
                put(bytes, at, &wanted[..width]);
            }
            ErrorKind::Magic { expected, .. } => put(bytes, at, &expected.0),
            ErrorKind::Bytes { expected, .. } => put(bytes, at, expected),
            ErrorKind::Unterminated => bytes.push(0),
            _ => {
                let byte = u8::try_from(numbers.below(8)).expect("small");
                let at = numbers.below(bytes.len());
                put(bytes, at, &[byte]);
            }
        }
        if *bytes == kept {
            let at = numbers.below(bytes.len());
            put(bytes, at, &[0]);
        }
    }
    T::from_bytes(bytes, args).is_ok()
}

fn put(bytes: &mut [u8], at: usize, new: &[u8]) {
    for (byte, new) in bytes.iter_mut().skip(at).zip(new) {
        *byte = *new;
    }
}

/// The bytes that the spans of a walk cover.
struct Covered(Vec<bool>, usize);

impl Sink for Covered {
    fn span(&mut self, span: Span) {
        let end = span.at.checked_add(span.size).expect("a span ends somewhere");
        assert!(end <= self.0.len() || span.size == 0, "{span:?} is outside");
        if let Content::Run { stride, .. } = span.content {
            assert!(stride == 0 || span.size.is_multiple_of(stride), "{span:?} is no run");
        }
        self.0.iter_mut().take(end).skip(span.at).for_each(|byte| *byte = true);
        self.1 += 1;
    }
}

fn one<T>(bytes: &[u8], args: <T as Fields>::Args, tried: &mut Tried)
where
    T: Debug + LayOut,
    <T as Fields>::Args: Debug,
{
    let inside = |error: Error| {
        let at = error.offset();
        assert!(at <= bytes.len(), "{error}: there are {} bytes", bytes.len());
    };
    let mut covered = Covered(vec![false; bytes.len()], 0);
    let walked = T::walk(bytes, args, &mut covered).map(drop);
    let value = match T::from_bytes(bytes, args) {
        Ok(value) => value,
        Err(error) => {
            assert!(walked.is_err(), "{error}: only the value refuses {args:?} {bytes:x?}");
            let _ = error.to_string();
            return inside(error);
        }
    };
    tried.read += 1;
    if let Err(error) = walked {
        panic!("{error}: only the walk fails for {args:?} {bytes:x?}");
    }
    if let Err(error) = T::walk(bytes, args, &mut ()).map(drop) {
        panic!("{error}: only the view refuses {args:?} {bytes:x?}");
    }
    match value.to_bytes(args) {
        Ok(written) => assert_eq!(written, bytes, "of {args:?} {value:?}"),
        Err(error) => panic!("{error}: of {args:?} {bytes:x?} {value:?}"),
    }
    // Documents take far longer than the other checks.
    if tried.read % 4 == 1 {
        documents::<T>(bytes, args, tried);
    }
}

/// The document is converted to YAML and JSON and back to equal bytes.
fn documents<T>(bytes: &[u8], args: <T as Fields>::Args, tried: &mut Tried)
where
    T: Debug + LayOut,
    <T as Fields>::Args: Debug,
{
    let node = match show::<T>(bytes, args) {
        Ok(node) => node,
        // Names that many records share would be repeated in the document.
        Err(error) if *error.kind() == ErrorKind::Aliased => return,
        Err(error) => panic!("{error}: no document shows {args:?} {bytes:x?}"),
    };
    let said = |what: String| panic!("{what}: the document of {args:?} {bytes:x?}: {node:?}");
    let layout = match layout::<T>(&node, args, bytes) {
        Ok(layout) => layout,
        Err(problem) => return said(problem.to_string()),
    };
    for (node, layout) in [(through_yaml(&node), through_yaml(&layout)), (json(&node), json(&layout))] {
        match build_in::<T>(&node, args, &layout) {
            Ok(built) if built == bytes => {}
            Ok(built) => said(format!("gives {built:x?}")),
            Err(problem) => return said(problem.to_string()),
        }
    }
    tried.documents += 1;
    if let Node::Map(map) = &layout
        && let Some(Node::Map(patch)) = map.get("Patch")
    {
        tried.patched += 1;
        tried.whole += u64::from(!bytes.is_empty() && is_whole(patch, bytes));
    }
}

/// Whether the patch has all bytes of a part.
fn is_whole(patch: &Map, bytes: &[u8]) -> bool {
    let Some(Node::List(gaps)) = patch.get("Gaps") else { return false };
    match gaps.as_slice() {
        [Node::Map(gap)] => gap.get("Bytes") == Some(&Node::bytes(bytes)),
        _ => false,
    }
}

fn through_yaml(node: &Node) -> Node {
    yaml::from_str(&yaml::to_string(node).expect("it is shown")).expect("it is read again")
}

fn json(node: &Node) -> Node {
    serde_json::from_str(&serde_json::to_string(node).expect("it is shown")).expect("it is read again")
}
