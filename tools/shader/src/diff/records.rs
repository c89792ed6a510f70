//! Pairs and compares the records of two runs.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::fields::Fields;
use super::pairs::paired;
use super::{Depth, shown_around};
use dxc_format::outline::{Outline, OutlineRecord, OutlineRun, record_name};

/// The maximum number of pairs of records to compare for a match; if there are more, records are matched by index.
const MOST_PAIRS: usize = 1 << 20;

/// The maximum number of characters to show of a record that only one side has.
const MOST_TEXT: usize = 160;

/// Pairs of indices of matching records, in the old and in the new list; `None` if a record has no match.
type Pairs = Vec<(Option<usize>, Option<usize>)>;

/// The texts of all fields of a record, in order.
type Texts<'a> = Vec<Cow<'a, str>>;

impl Fields<'_> {
    /// Compares two runs.
    pub(super) fn records(&mut self, path: &str, old: &OutlineRun<'_>, new: &OutlineRun<'_>) {
        let [olds, news] = [old, new].map(|run| {
            let records = run.records.iter();
            let records = records.filter(|record| self.has_any(&record.outline));
            records.collect::<Vec<_>>()
        });
        let texts = [&olds, &news].map(|run| {
            let texts = run.iter().map(|record| self.texts(&record.outline));
            texts.collect::<Vec<_>>()
        });
        let mut all = olds.iter().chain(&news);
        let pairs = if all.any(|record| record_name(&record.outline).is_some()) {
            by_name([&olds, &news], [&texts[0], &texts[1]])
        } else {
            in_order(&texts[0], &texts[1])
        };
        if self.found.depth == Depth::Layout {
            self.order(path, [&olds, &news], &pairs);
        }
        let sides = [(&olds, labels(&olds)), (&news, labels(&news))];
        let [old, new] = sides.each_ref().map(|(records, labels)| {
            move |place: usize| Some((labels.get(place)?, &records.get(place)?.outline))
        });
        for (was, is) in pairs {
            let (old, new) = (was.and_then(&old), is.and_then(&new));
            let Some((label, _)) = old.or(new) else {
                continue;
            };
            let path = format!("{path}[{label}]");
            match [old, new].map(|side| side.map(|(_, outline)| outline)) {
                [Some(old), Some(new)] => self.compare(&path, old, new),
                sides => {
                    let [old, new] = sides.map(|side| side.map(|outline| self.summary(outline)));
                    self.found.add(&path, old, new);
                }
            }
        }
    }

    /// Whether any field of a record is to be compared.
    fn has_any(&self, outline: &Outline<'_>) -> bool {
        outline
            .fields
            .iter()
            .any(|field| self.counts(&field.field_value))
            || outline
                .runs
                .iter()
                .flat_map(|run| &run.records)
                .any(|record| self.has_any(&record.outline))
    }

    fn texts<'o>(&self, outline: &'o Outline<'_>) -> Texts<'o> {
        let fields = outline.fields.iter();
        let fields = fields.filter(|field| self.counts(&field.field_value));
        let mut texts: Texts<'o> = fields.map(|field| field.field_value.text()).collect();
        for record in outline.runs.iter().flat_map(|run| &run.records) {
            texts.extend(self.texts(&record.outline));
        }
        texts
    }

    /// A short text for a record.
    fn summary(&self, outline: &Outline<'_>) -> String {
        let mut summary = String::new();
        for field in outline
            .fields
            .iter()
            .filter(|field| self.counts(&field.field_value) && !field.field_value.is_reserved())
        {
            if summary.len() > MOST_TEXT {
                summary.push_str(", ..");
                break;
            }
            let separator = if summary.is_empty() { "" } else { ", " };
            let space = if field.name.is_empty() { "" } else { " " };
            summary.push_str(&format!(
                "{separator}{}{space}{}",
                field.name,
                field.field_value.text()
            ));
        }
        summary
    }

    /// Reports whether matching records are in a different order.
    fn order(&mut self, path: &str, runs: [&[&OutlineRecord<'_>]; 2], pairs: &Pairs) {
        let both: Vec<_> = pairs
            .iter()
            .filter_map(|(was, is)| Some(((*is)?, (*was)?)))
            .collect();
        let mut moved = both.clone();
        moved.sort_unstable();
        if both != moved {
            let labels = labels(runs[0]);
            let show = |pairs: &[(usize, usize)]| {
                let names = pairs.iter().filter_map(|(_, was)| labels.get(*was));
                names.map(String::as_str).collect::<Vec<_>>().join(" ")
            };
            self.found.add(path, Some(show(&both)), Some(show(&moved)));
        }
    }
}

/// The label of each record: its name, with a number if an earlier record has the same name; or its index, if it has no
/// name.
///
/// The label is repeated in each path below it, so that long names are truncated.
fn labels(records: &[&OutlineRecord<'_>]) -> Vec<String> {
    let mut seen: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let mut labels = Vec::new();
    for record in records {
        let name = record_name(&record.outline).filter(|name| !name.is_empty());
        labels.push(match name {
            None => format!("{}", record.index),
            Some(name) => {
                let name = shown_around(0, &name);
                let seen = seen.entry(name.clone().into_bytes()).or_default();
                *seen += 1;
                match *seen {
                    1 => name,
                    many => format!("{name}#{many}"),
                }
            }
        });
    }
    labels
}

/// Matches records by name.
fn by_name(records: [&[&OutlineRecord<'_>]; 2], texts: [&[Texts<'_>]; 2]) -> Pairs {
    let mut named: BTreeMap<Cow<'_, str>, [Vec<usize>; 2]> = BTreeMap::new();
    for (side, records) in records.iter().enumerate() {
        for (place, record) in records.iter().enumerate() {
            let name = record_name(&record.outline).unwrap_or_default();
            named.entry(name).or_default()[side].push(place);
        }
    }
    let named = named.into_values();
    let mut pairs: Pairs = named.flat_map(|places| likely(places, texts)).collect();
    // Records of the old list in their order, then new ones.
    pairs.sort_unstable_by_key(|(was, is)| (was.is_none(), *was, *is));
    pairs
}

/// Matches records with the same name: first equal records, then those with the longest common prefix, since the first
/// fields of a record are its distinguishing ones.
fn likely([olds, news]: [Vec<usize>; 2], [old, new]: [&[Texts<'_>]; 2]) -> Pairs {
    let equal = paired(
        olds.into_iter().map(|place| (old.get(place), place)),
        news.into_iter().map(|place| (new.get(place), place)),
    );
    let is_pair = |(was, is): &(Option<usize>, Option<usize>)| was.is_some() && is.is_some();
    let (mut pairs, rest): (Pairs, Pairs) = equal.into_iter().partition(is_pair);
    let mut left: Vec<usize> = rest.iter().filter_map(|(was, _)| *was).collect();
    let mut free: Vec<usize> = rest.iter().filter_map(|(_, is)| *is).collect();
    // The most similar pairs come first; for equal similarity, the first ones.
    let (mut alike, mut ranks) = (Vec::new(), Vec::new());
    if left.len().saturating_mul(free.len()) <= MOST_PAIRS {
        for (was, is) in left
            .iter()
            .flat_map(|was| free.iter().map(move |is| (*was, *is)))
        {
            if let (Some(old), Some(new)) = (old.get(was), new.get(is)) {
                ranks.push((usize::MAX - likeness(old, new), alike.len()));
                alike.push((was, is));
            }
        }
        ranks.sort_unstable();
    }
    let (mut paired_old, mut paired_new) = (vec![false; old.len()], vec![false; new.len()]);
    for (was, is) in ranks.iter().filter_map(|(_, index)| alike.get(*index)) {
        if !paired_old[*was] && !paired_new[*is] {
            pairs.push((Some(*was), Some(*is)));
            (paired_old[*was], paired_new[*is]) = (true, true);
        }
    }
    left.retain(|place| !paired_old[*place]);
    free.retain(|place| !paired_new[*place]);
    let rest = left.len().max(free.len());
    pairs.extend((0..rest).map(|index| (left.get(index).copied(), free.get(index).copied())));
    pairs
}

/// The length of the equal prefix of two records.
fn likeness(old: &Texts<'_>, new: &Texts<'_>) -> usize {
    old.iter()
        .zip(new)
        .take_while(|(old, new)| old == new)
        .count()
}

/// Matches records without names: first the longest common subsequence, then the records between, in order.
fn in_order(old: &[Texts<'_>], new: &[Texts<'_>]) -> Pairs {
    let head = old
        .iter()
        .zip(new)
        .take_while(|(old, new)| old == new)
        .count();
    let tails = old.iter().rev().zip(new.iter().rev());
    let most = old.len().min(new.len()) - head;
    let tail = tails.take(most).take_while(|(old, new)| old == new).count();
    let [olds, news] = [head..old.len() - tail, head..new.len() - tail];
    let mut pairs: Pairs = (0..head).map(|place| (Some(place), Some(place))).collect();
    let (mut was, mut is) = (olds.start, news.start);
    let middle = common(old, new, olds.clone(), news.clone());
    for (old, new) in middle.into_iter().chain([(olds.end, news.end)]) {
        while was < old || is < new {
            pairs.push(((was < old).then_some(was), (is < new).then_some(is)));
            was = (was + 1).min(old);
            is = (is + 1).min(new);
        }
        if old < olds.end {
            pairs.push((Some(old), Some(new)));
            (was, is) = (old + 1, new + 1);
        }
    }
    let ends = (olds.end..old.len()).zip(news.end..new.len());
    pairs.extend(ends.map(|(was, is)| (Some(was), Some(is))));
    pairs
}

/// The longest common subsequence of records within two ranges; empty if it would take too long.
fn common(
    old: &[Texts<'_>],
    new: &[Texts<'_>],
    olds: core::ops::Range<usize>,
    news: core::ops::Range<usize>,
) -> Vec<(usize, usize)> {
    let width = news.len() + 1;
    if olds.len().saturating_mul(news.len()) > MOST_PAIRS {
        return Vec::new();
    }
    // The length of the longest common subsequence that begins at each pair.
    let mut lengths = vec![0u32; (olds.len() + 1) * width];
    let at = |row: usize, column: usize| row * width + column;
    let is_same =
        |row: usize, column: usize| old.get(olds.start + row) == new.get(news.start + column);
    for row in (0..olds.len()).rev() {
        for column in (0..news.len()).rev() {
            lengths[at(row, column)] = if is_same(row, column) {
                lengths[at(row + 1, column + 1)] + 1
            } else {
                lengths[at(row + 1, column)].max(lengths[at(row, column + 1)])
            };
        }
    }
    let (mut row, mut column, mut pairs) = (0, 0, Vec::new());
    while row < olds.len() && column < news.len() {
        if is_same(row, column) {
            pairs.push((olds.start + row, news.start + column));
            (row, column) = (row + 1, column + 1);
        } else if lengths[at(row + 1, column)] >= lengths[at(row, column + 1)] {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}
