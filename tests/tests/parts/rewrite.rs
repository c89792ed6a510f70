//! Tests changed copies of containers: `rewrite` and the builder write equal bytes.
//!
//! Judge: two equal routes, and a round trip to the same bytes.

use dxc_format::digest::{Digest, Verdict};
use dxc_format::hash::ShaderHashPart;
use dxc_format::program::Program;
use dxc_format::signature::Signature;
use dxc_format::statistics::Statistics;
use dxc_format::{
    Builder, Container, DigestPolicy, ErrorKind, Part, RawPart, Result, Rewrite, parts,
};
use tests::edit::Edit;

fn vs_basic() -> Container<'static> {
    tests::open("dxc/vs_basic.sm60.dxil")
}

#[test]
fn containers_survive_their_typed_values() {
    for (path, container) in tests::each_container() {
        let policy = DigestPolicy::Auto;
        let edited = container.rewrite(policy, |part, out| part.visit(Edit(part, out)));
        assert!(edited.unwrap() == container.as_bytes(), "{path}");
        let kept = container.rewrite(policy, |part, out| out.keep(part));
        assert!(kept.unwrap() == container.as_bytes(), "{path}");
    }
}

/// A new value gets the layout that DXC writes, so that no layout needs to be remembered; this includes the tables of
/// RDAT. Old versions of DXC truncate signatures after the last name.
#[test]
fn layouts_of_dxc_are_those_of_new_values() {
    let mut tables = 0;
    for path in tests::containers(&tests::data().join("dxc")) {
        for part in tests::opened(std::fs::read(&path).unwrap()).parts() {
            let value = format!("{:?}", part.view().unwrap().to_value());
            let is_cut = part.fourcc == parts::ISG1 && !part.data.len().is_multiple_of(4);
            let is_noted = value.contains("memory: as read");
            assert_eq!(is_noted, is_cut, "{}: {part:?}", path.display());
            tables += usize::from(part.fourcc == parts::RDAT);
        }
    }
    assert!(tables > 0);
}

/// A part is removed, grows, or moves to the end: each time a builder writes equal bytes.
#[test]
fn changes_are_laid_out_as_by_a_builder() {
    for (path, container) in tests::each_container() {
        for (index, changed) in container.parts().enumerate() {
            let write = |change: fn(RawPart<'_>, &mut Rewrite<'_>) -> Result<()>| {
                let mut at = 0..;
                container.rewrite(DigestPolicy::Auto, |part, out| {
                    if at.next() == Some(index) {
                        change(part, out)
                    } else {
                        part.visit(Edit(part, out))
                    }
                })
            };
            let built = |change: fn(&mut Builder<'_>, usize)| {
                let mut builder = container.to_builder();
                change(&mut builder, index);
                builder.to_bytes().unwrap()
            };
            let place = format!("{path} {}", changed.fourcc);
            let without = built(|builder, index| drop(builder.remove_at(index)));
            assert!(write(|_, _| Ok(())).unwrap() == without, "{place}");
            let written = write(|part, out| {
                out.append_bytes(part.fourcc, [part.data, &[1, 2, 3, 4]].concat())
            });
            let grown = built(|builder, index| {
                let bytes = builder.parts_mut()[index].bytes_mut().unwrap();
                bytes.extend([1, 2, 3, 4]);
            });
            assert!(written.unwrap() == grown, "{place}");
            let written =
                write(|part, out| out.append_bytes(part.fourcc, vec![0; part.data.len()]));
            let zeroed = built(|builder, index| {
                builder.parts_mut()[index].bytes_mut().unwrap().fill(0);
            });
            assert!(written.unwrap() == zeroed, "{place}");
        }
    }
}

/// A part that was written before another one grows keeps its new value.
#[test]
fn edits_before_a_part_that_grows_are_kept() {
    let container = vs_basic();
    let changed = container.rewrite(DigestPolicy::Auto, |part, out| match part.fourcc {
        parts::ISG1 => out.edit(part, |signature: &mut Signature| {
            signature.elements[0].register = 7;
            Ok(())
        }),
        parts::OSG1 => out.edit(part, |signature: &mut Signature| {
            let element = signature.elements[0];
            signature.elements.push(element);
            Ok(())
        }),
        _ => out.keep(part),
    });
    let changed = tests::opened(changed.unwrap());
    let register = |container: &Container<'_>| {
        let signature = container.isg1().unwrap().unwrap();
        signature.elements().get(0).unwrap().register
    };
    assert_eq!((register(&container), register(&changed)), (0, 7));
    let len = |container: &Container<'_>| container.osg1().unwrap().unwrap().elements().len();
    assert_eq!(len(&changed), len(&container) + 1);
    assert_eq!(changed.verify_digest(), Verdict::Matches);
    for part in container.parts() {
        let other = changed.find(part.fourcc).unwrap();
        let is_changed = matches!(part.fourcc, parts::ISG1 | parts::OSG1);
        assert_eq!(part.data == other.data, !is_changed, "{}", part.fourcc);
    }
}

#[test]
fn an_edit_that_fails_leaves_the_output_as_it_was() {
    let container = vs_basic();
    let mut refused = 0;
    let kept = container.rewrite(DigestPolicy::Keep, |part, out| {
        let edited = out.edit(part, |program: &mut Program| {
            program.size_in_words = Some(1);
            Err(dxc_format::Error::new(ErrorKind::NoPart, 0))
        });
        refused += usize::from(edited.is_err());
        // It is written in part, and then refused: an index does not reference a string.
        let mut signature = Signature::default();
        signature.elements.push(Default::default());
        signature.elements[0].name = 1_000_000;
        refused += usize::from(out.append(part.fourcc, &signature).is_err());
        out.keep(part)
    });
    assert!(kept.unwrap() == container.as_bytes());
    assert_eq!(refused, 2 * container.len());
}

#[test]
fn the_digest_follows_the_policy() {
    let container = vs_basic();
    let digest = |policy| {
        let written = container.rewrite(policy, |part, out| match part.fourcc {
            parts::HASH => out.edit(part, |hash: &mut ShaderHashPart| {
                hash.digest[0] ^= 1;
                Ok(())
            }),
            _ => out.keep(part),
        });
        let written = tests::opened(written.unwrap());
        (
            written.digest(),
            written.verify_digest() == Verdict::Matches,
        )
    };
    assert_eq!(digest(DigestPolicy::Keep), (container.digest(), false));
    assert!(digest(DigestPolicy::Auto).1);
    let unsigned = DigestPolicy::Exactly(Digest::UNSIGNED);
    assert_eq!(digest(unsigned), (Digest::UNSIGNED, false));
}

/// Two types share the FourCC `STAT`: the bytes determine the type of a part.
#[test]
fn a_part_is_read_as_its_own_type_only() {
    let (mut programs, mut statistics) = (0, 0);
    for (path, container) in tests::each_container() {
        for part in container.parts() {
            let value = Part::parse(part.fourcc, part.data).unwrap();
            let is_program = matches!(value, Part::Program(_));
            let is_statistics = matches!(value, Part::Statistics(_));
            let refused = |is_it: bool| (!is_it).then_some(&ErrorKind::WrongPart);
            let (program, stat) = (part.view_as::<Program>(), part.value_as::<Statistics>());
            let program = program.as_ref().err().map(|error| error.kind());
            assert_eq!(program, refused(is_program), "{path} {}", part.fourcc);
            let stat = stat.as_ref().err().map(|error| error.kind());
            assert_eq!(stat, refused(is_statistics), "{path} {}", part.fourcc);
            programs += usize::from(is_program && part.fourcc == parts::STAT);
            statistics += usize::from(is_statistics);
        }
    }
    // The repository has no STAT of FXC.
    assert!(programs > 0 && (statistics > 0 || tests::corpus("real").is_none()));
}
