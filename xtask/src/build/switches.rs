//! Switches: unions of a fixed size, and choices between contents.

use super::Builder;
use crate::diagnostic::Spanned;
use crate::load::{Mirroring, REST, Switch, Text};
use crate::model::{Arm, Base, Choice, Content, Item, Union};

impl Builder<'_> {
    pub(super) fn switch(&self, it: Mirroring<Switch>) -> Item {
        let mut item = it.item(|it| match it.size.clone() {
            Some(size) => self.union(size, it),
            None => self.choice(it),
        });
        if matches!(item.content, Content::Choice(_))
            && let Some(cpp) = item.cpp.take()
        {
            self.needs_size("cpp", &cpp);
        }
        item
    }

    fn union(&self, size: Spanned<i128>, mut it: Switch) -> Content {
        if let Some(rest) = rest(&mut it) {
            let what = "an arm `_` is for a switch without a `size`";
            let noted = self.mistakes.note(&rest.name.span, what);
            noted.help("leave it out: the bytes are kept");
        }
        let mut takes = it.takes.into_iter();
        let (select, by) = match (takes.next(), takes.next()) {
            (Some(first), further) => {
                if let Some(further) = further {
                    let what = "a switch with a `size` takes its selector alone";
                    self.mistakes.note(&further.name.span, what);
                }
                let of = match first.ty.base {
                    Base::Item(of) => of,
                    _ => {
                        let what = format!("the selector `{}` is no enum", first.name.value);
                        let noted = self.mistakes.note(&first.ty.span, what);
                        noted.help("write the name of an enum");
                        String::new()
                    }
                };
                let span = first.ty.span;
                (first.name, Spanned { value: of, span })
            }
            (None, _) => (lost(&size), lost(&size)),
        };
        Content::Union(Union {
            size,
            by,
            select,
            arms: it.arms,
        })
    }

    fn choice(&self, mut it: Switch) -> Content {
        let otherwise = rest(&mut it);
        if let Some(rest) = otherwise
            .as_ref()
            .filter(|rest| rest.ty.base != Base::Bytes)
        {
            let what = "an arm `_` holds nothing but bytes";
            let noted = self.mistakes.note(&rest.ty.span, what);
            noted.help("write `_ = \"bytes\"`");
        }
        for cpp in it.arms.iter().filter_map(|arm| arm.cpp.as_ref()) {
            self.needs_size("cpp", cpp);
        }
        let by = it.takes.first().map(|first| first.name.clone());
        let place = it.arms.first().map(|arm| arm.name.span.clone());
        Content::Choice(Choice {
            by: by.unwrap_or_else(|| Spanned {
                value: String::new(),
                span: place.unwrap_or_default(),
            }),
            takes: it.takes,
            otherwise: otherwise.map(|rest| rest.name),
            arms: it.arms,
        })
    }

    fn needs_size(&self, word: &str, place: &Text) {
        let what = format!("`{word}` is for a switch with a `size`");
        self.mistakes.note(&place.span, what);
    }
}

/// Takes out the arm of the selectors that have no other.
fn rest(it: &mut Switch) -> Option<Arm> {
    let at = it.arms.iter().position(|arm| arm.name.value == REST)?;
    Some(it.arms.remove(at))
}

/// A name that is lost to a mistake.
fn lost(place: &Spanned<i128>) -> Text {
    Spanned {
        value: String::new(),
        span: place.span.clone(),
    }
}
