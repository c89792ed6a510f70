//! Generates fields that belong together, like in real formats: a number, and the data that it counts, measures, places
//! or selects. Random keys would rarely have these combinations.

use super::maker::{Field, Item, Maker};

/// A field after its count.
const COUNTED: &str = "#_num: INTEGER @ is len(#) | #: TYPE @ count #_num";

/// A structure after its size.
const SIZED: &str = "#_width: INTEGER @ is size_of(#) | #: TYPE @ size #_width";

impl Maker<'_> {
    /// A few such groups, followed by the tables that records reference.
    pub(super) fn patterns(&mut self, item: &Item) -> Vec<Field> {
        let mut fields = Vec::new();
        let takes_record = item.takes.iter().any(|(_, ty)| ty == "record");
        if takes_record {
            fields.extend(self.strided("Row"));
        }
        for _ in 0..1 + self.numbers.below(3) {
            let pattern = match self.numbers.below(7) {
                0 | 1 => self.versions(item),
                2 | 3 => self.structures(item),
                4 => self.elsewhere(item),
                5 => self.conditional(item),
                _ => self.plain(item),
            };
            fields.extend(pattern);
        }
        // Records of an item are known to name these.
        for (name, ty) in [("names", "strings"), ("indices", "u32")] {
            if self.numbers.percent(60) {
                fields.extend(self.fields(name, ty, COUNTED));
            }
        }
        fields
    }

    /// Parses fields in a text, separated by ` | `: each is `name: type`, and its keys are ` @ key value`. `#` is a
    /// name, and `TYPE` a type; other words in capitals are those of expressions.
    fn fields(&mut self, name: &str, ty: &str, text: &str) -> Vec<Field> {
        let text = self.expanded(text, &[], 0);
        let text = text.replace('#', name).replace("TYPE", ty);
        let fields = text.split(" | ").map(|field| {
            let mut keys = field.split(" @ ");
            let first = keys.next().and_then(|first| first.split_once(": "));
            let (name, ty) = first.unwrap_or_default();
            let keys = keys.filter_map(|key| key.split_once(' '));
            keys.fold(Field::settled(name, ty), |field, (key, value)| match key {
                "align" | "fill" | "null" => field.having(key, value),
                _ => field.with(key, value),
            })
        });
        fields.collect()
    }

    /// A preceding item.
    fn preceding(&mut self, item: &Item, fits: impl Fn(&Item) -> bool) -> Option<Item> {
        let mut before = self.before(item);
        before.retain(fits);
        self.pick(&before).cloned()
    }

    /// A preceding item as a type with its arguments.
    fn earlier(&mut self, item: &Item, kinds: &[&str]) -> Option<String> {
        let found = self.preceding(item, |item| kinds.contains(&item.kind))?;
        Some(self.applied(&found, None))
    }

    /// The type with arguments; the first may be a field.
    fn applied(&mut self, item: &Item, first: Option<&str>) -> String {
        let takes = item.takes.iter().enumerate();
        let args = takes.map(|(index, (_, ty))| match first {
            Some(first) if index == 0 => first.to_owned(),
            _ if ty == "record" => self.row(item).unwrap_or_default(),
            _ => self.numbers.below(4).to_string(),
        });
        item.applied(&args.collect::<Vec<_>>())
    }

    /// The type of a row that usually has no references to other fields.
    fn row(&mut self, item: &Item) -> Option<String> {
        let is_row = |item: &Item| item.kind == "versioned" && item.takes.is_empty();
        Some(self.preceding(item, is_row)?.name)
    }

    /// An element of a run.
    fn element(&mut self, item: &Item) -> String {
        let small = self.one_of(&["u8", "u16", "u32", "[u8; 3]", "f32", "f64"]);
        let fixed = ["record", "enum", "flags", "bits"];
        if self.numbers.percent(50) {
            self.earlier(item, &fixed).unwrap_or(small)
        } else {
            small
        }
    }

    /// Records whose stride selects the version.
    fn strided(&mut self, row: &str) -> Vec<Field> {
        let name = self.fresh();
        let mut step = "#_step: INTEGER @ is stride_of(#)".to_owned();
        if self.numbers.percent(40) {
            step += " @ if #_num > 0";
        }
        if self.numbers.percent(80) {
            step += " @ yaml StepOf#";
        }
        let text = if self.numbers.percent(12) {
            format!("{step} | #: TYPE @ stride #_step @ count ..")
        } else {
            format!("#_num: INTEGER @ is len(#) | {step} | #: TYPE @ stride #_step @ count #_num")
        };
        self.fields(&name, row, &text)
    }

    /// A record whose size selects its version, shown in documents.
    fn sized(&mut self, name: &str, row: &str) -> Vec<Field> {
        self.fields(name, row, &format!("{SIZED} @ version VersionOf#"))
    }

    /// Records of several versions.
    fn versions(&mut self, item: &Item) -> Vec<Field> {
        let Some(row) = self.row(item) else {
            return self.plain(item);
        };
        if self.numbers.percent(50) {
            return self.strided(&row);
        }
        let name = self.fresh();
        self.sized(&name, &row)
    }

    /// Choices, and sequences inside of others.
    fn structures(&mut self, item: &Item) -> Vec<Field> {
        let choice = self.preceding(item, |item| item.kind == "choice");
        if let Some(choice) = choice
            && self.numbers.percent(60)
        {
            let name = self.fresh();
            let of = choice.takes.first().map_or("Mode", |(_, ty)| ty);
            let content = self.applied(&choice, Some(&format!("{name}_kind")));
            let held = if self.numbers.percent(70) {
                SIZED
            } else {
                "#: TYPE"
            };
            return self.fields(&name, &content, &format!("#_kind: {of} | {held}"));
        }
        let Some(inner) = self.preceding(item, |item| item.kind == "sequence") else {
            return self.plain(item);
        };
        let name = self.fresh();
        let takes_count = inner.takes.first().is_some_and(|taken| taken.0 == "wide");
        if takes_count && self.numbers.percent(60) {
            let inner = self.applied(&inner, Some(&format!("{name}_many")));
            return self.fields(&name, &inner, "#_many: INTEGER | #: TYPE");
        }
        let inner = self.applied(&inner, None);
        let text = [
            COUNTED,
            COUNTED,
            SIZED,
            "#: TYPE @ count ..",
            "#: TYPE @ size ..",
            "#: TYPE",
        ];
        let text = self.one_of(&text);
        self.fields(&name, &inner, &text)
    }

    /// A field that an offset places.
    fn elsewhere(&mut self, item: &Item) -> Vec<Field> {
        let name = self.fresh();
        let inner = self.earlier(item, &["sequence", "choice"]);
        let element = self.element(item);
        let (ty, placed) = match self.numbers.below(6) {
            0 => ("cstr", "#: TYPE"),
            1 => ("bytes", "#: TYPE @ count 3"),
            2 => (inner.as_deref().unwrap_or("u32"), "#: TYPE"),
            3 => (&*element, "#: TYPE"),
            _ => (&*element, COUNTED),
        };
        let mut text = format!("#_off: INTEGER @ is at(#) | {placed} @ at #_off");
        if self.numbers.percent(25) {
            text += " @ align 4";
        }
        if self.numbers.percent(40) {
            text += " @ null NULL";
        }
        self.fields(&name, ty, &text)
    }

    /// A field that is present depending on a flag, a number or its own content.
    fn conditional(&mut self, item: &Item) -> Vec<Field> {
        let name = self.fresh();
        let of = self.earlier(item, &["flags"]);
        let (of, rule) = match of {
            Some(of) => (of, "#_has & Va != 0"),
            None if self.numbers.percent(50) => ("u8".to_owned(), "#_has > 1"),
            None => ("bool8".to_owned(), "#_has"),
        };
        let record = self.earlier(item, &["record"]);
        let element = self.element(item);
        let row = self.row(item);
        let held = match (self.numbers.below(6), record, row) {
            (0, Some(record), _) => self.fields(&name, &record, "#: TYPE"),
            (1, _, Some(row)) => self.sized(&name, &row),
            (2, ..) => self.fields(&name, "bytes", COUNTED),
            (4, ..) => self.structures(item),
            (5, ..) => self.elsewhere(item),
            _ => self.fields(&name, &element, COUNTED),
        };
        let rule = rule.replace('#', &name);
        let mut fields = self.fields(&name, &of, "#_has: TYPE");
        fields.extend(held.into_iter().map(|field| field.with("if", &*rule)));
        fields
    }

    /// Fields with keys for single fields.
    fn plain(&mut self, item: &Item) -> Vec<Field> {
        let name = self.fresh();
        let element = self.element(item);
        let to = self.one_of(&["4", "8"]);
        // Paddings, which may be filled with different bytes.
        let mut padding = || {
            if self.numbers.percent(60) {
                format!(
                    ": @ align POWER @ fill {}",
                    self.one_of(&["0xaa", "0xff", "0"])
                )
            } else {
                ": @ align POWER".to_owned()
            }
        };
        let padded = format!("{} | #: INTEGER | {}", padding(), padding());
        let rounded = format!(
            "#_num: INTEGER @ is align(len(#), {to}) | #: TYPE(round = {to}) @ count #_num"
        );
        let of_enum = self.of_kind("enum").filter(|_| self.numbers.percent(50));
        let (ty, text) = match self.numbers.below(8) {
            0 => (self.one_of(&["bytes", "strings"]), &*rounded),
            1 if self.numbers.percent(50) => (
                element,
                "#_nums_num: INTEGER @ is len(#_nums) | #_nums: u8 @ count #_nums_num \
                 | #: TYPE @ count #_nums[k] + 0 @ each k in 0..#_nums_num",
            ),
            1 => (
                element,
                "#_nums: [u8; 3] | #: TYPE @ each k in 0..3 @ count #_nums[k]",
            ),
            2 => (
                self.one_of(&["size_of(self)", "3 + 4"]),
                "#: INTEGER @ default TYPE",
            ),
            3 => ("bytes(unknown)".to_owned(), COUNTED),
            4 => match of_enum {
                Some(of) => (of, "#: TYPE @ is 1 + 1"),
                None => ("FourCC".to_owned(), "#: TYPE @ is \"ABCD\""),
            },
            5 => (String::new(), &*padded),
            6 => match item.takes.first() {
                Some((wide, _)) if wide == "wide" => (element, "#: TYPE @ count wide"),
                _ => (element, COUNTED),
            },
            _ => (
                self.one_of(&["strings(nul_first)", "strings(repeats)", "strings(merges)"]),
                COUNTED,
            ),
        };
        self.fields(&name, &ty, text)
    }
}
