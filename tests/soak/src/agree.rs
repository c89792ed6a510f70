//! Whether a view and its value are equal, field by field.
//!
//! `generated.rs` lists the fields to compare; this module compares each kind of field.

use dxc_format::Row;
use dxc_format::{
    BySize, Items, Nested, Part, PartView, Pool, PoolView, Run, SizedView, Strided, Text, TextView,
};

/// The numbers by which a value and its view reference structures of a pool, each pair once.
#[derive(Default)]
pub(crate) struct Names(Vec<(u32, u32)>);

/// A value that may agree with a view.
pub(crate) trait Agrees<View> {
    /// Whether it does.
    fn agrees(&self, view: &View, names: &mut Names) -> bool;
}

/// A large part is in a box.
impl<View, T: Agrees<View>> Agrees<View> for Box<T> {
    fn agrees(&self, view: &View, names: &mut Names) -> bool {
        T::agrees(self, view, names)
    }
}

/// Whether a part agrees with its view.
pub(crate) fn agrees(view: &PartView<'_>, part: &Part) -> bool {
    crate::generated::part_agrees(view, part)
}

/// The fields of a nested sequence.
macro_rules! fields {
    ($($value:ident)::* <$row:ident>, $($view:ident)::*, $($held:ident $field:ident),* $(,)?) => {
        impl<$row: dxc_format::BySize> $crate::agree::Agrees<$($view)::*<'_, $row>> for $($value)::*<$row> {
            fn agrees(&self, view: &$($view)::*<'_, $row>, names: &mut $crate::agree::Names) -> bool {
                let _ = &names;
                true $(&& $crate::agree::$held(&self.$field, &view.$field, names))*
            }
        }
    };
    ($($value:ident)::*, $($view:ident)::*, $($held:ident $field:ident),* $(,)?) => {
        impl $crate::agree::Agrees<$($view)::*<'_>> for $($value)::* {
            fn agrees(&self, view: &$($view)::*<'_>, names: &mut $crate::agree::Names) -> bool {
                let _ = (&view, &names);
                true $(&& $crate::agree::$held(&self.$field, &view.$field, names))*
            }
        }
    };
}

/// The fields of a sequence whose view is asked for them.
macro_rules! methods {
    ($($value:ident)::*, $($view:ident)::*, $($held:ident $field:ident),* $(,)?) => {
        impl $crate::agree::Agrees<$($view)::*<'_>> for $($value)::* {
            fn agrees(&self, view: &$($view)::*<'_>, names: &mut $crate::agree::Names) -> bool {
                let _ = (&view, &names);
                true $(&& $crate::agree::$held(&self.$field, &view.$field(), names))*
            }
        }
    };
}

/// A structure that may be absent.
impl<V, T: Agrees<V>> Agrees<Option<V>> for Option<T> {
    fn agrees(&self, view: &Option<V>, names: &mut Names) -> bool {
        match (self, view) {
            (Some(value), Some(view)) => value.agrees(view, names),
            (None, None) => true,
            _ => false,
        }
    }
}

/// The arms of a choice.
macro_rules! arms {
    ($($value:ident)::*, $($view:ident)::*, $($held:ident $arm:ident),* $(,)?) => {
        impl $crate::agree::Agrees<$($view)::*<'_>> for $($value)::* {
            fn agrees(&self, view: &$($view)::*<'_>, names: &mut $crate::agree::Names) -> bool {
                type View<'a> = $($view)::*<'a>;
                match (self, view) {
                    $((Self::$arm(value), View::$arm(view)) => $crate::agree::$held(value, view, names),)*
                    _ => false,
                }
            }
        }
    };
}

/// The contents of parts, and those of new parts.
macro_rules! parts {
    ($(part $part:ident),* $(,)?) => {
        /// Whether a part agrees with its view.
        pub(crate) fn part_agrees(view: &dxc_format::PartView<'_>, part: &dxc_format::Part) -> bool {
            let names = &mut $crate::agree::Names::default();
            match (part, view) {
                $((dxc_format::Part::$part(part), dxc_format::PartView::$part(view)) => {
                    $crate::agree::Agrees::agrees(part, view, names)
                })*
                (dxc_format::Part::Opaque(part), dxc_format::PartView::Opaque(view)) => part == view,
                _ => false,
            }
        }

        /// A new value of everything that a part may hold.
        pub fn new_parts() -> Vec<dxc_format::Part> {
            vec![$(dxc_format::Part::$part(Default::default())),*]
        }
    };
}

pub(crate) use {arms, fields, methods, parts};

pub(crate) fn single<T: PartialEq>(value: &T, view: &T, _: &mut Names) -> bool {
    value == view
}

pub(crate) fn run<T: Row>(value: &[T], view: &Run<'_, T>, _: &mut Names) -> bool {
    view.len() == value.len() && view.iter().eq(value.iter().copied())
}

pub(crate) fn strided<T: Row<Context = ()>>(
    value: &Strided<T>,
    view: &Run<'_, T>,
    names: &mut Names,
) -> bool {
    let tails = (0..view.len()).all(|index| value.tail(index) == view.tail(index));
    value.stride() == view.stride() && tails && run(value, view, names)
}

pub(crate) fn sized<T: BySize>(
    value: &dxc_format::SizedRecord<T>,
    view: &SizedView<'_, T>,
    _: &mut Names,
) -> bool {
    value.record == view.record && value.tail == view.tail
}

pub(crate) fn bytes(value: &[u8], view: &&[u8], _: &mut Names) -> bool {
    value == *view
}

pub(crate) fn bytes_or_none(value: &Option<Vec<u8>>, view: &Option<&[u8]>, _: &mut Names) -> bool {
    value.as_deref() == *view
}

pub(crate) fn strings(
    value: &dxc_format::StringTable,
    view: &dxc_format::Strings<'_>,
    _: &mut Names,
) -> bool {
    value.0 == view.0
}

pub(crate) fn text(value: &Text, view: &TextView<'_>, _: &mut Names) -> bool {
    value.0 == view.0
}

#[allow(dead_code, reason = "no part has such a field")]
pub(crate) fn text_or_none(
    value: &Option<Text>,
    view: &Option<TextView<'_>>,
    _: &mut Names,
) -> bool {
    value.as_ref().map(Text::as_view) == *view
}

pub(crate) fn nested<V, T: Agrees<V>>(value: &T, view: &V, names: &mut Names) -> bool {
    value.agrees(view, names)
}

pub(crate) fn items<'a, T: Nested + Agrees<T::View<'a>>>(
    value: &[T],
    view: &Items<'a, T>,
    names: &mut Names,
) -> bool {
    let mut seen = 0;
    let agree = view.iter().zip(value).all(|(view, value)| {
        seen += 1;
        value.agrees(&view, names)
    });
    agree && seen == value.len() && view.len() == value.len()
}

pub(crate) fn reference(value: &u32, view: &u32, names: &mut Names) -> bool {
    if !names.0.contains(&(*value, *view)) {
        names.0.push((*value, *view));
    }
    true
}

pub(crate) fn reference_or_none(
    value: &Option<u32>,
    view: &Option<u32>,
    names: &mut Names,
) -> bool {
    match (value, view) {
        (Some(value), Some(view)) => reference(value, view, names),
        (value, view) => value.is_none() && view.is_none(),
    }
}

/// The structures of a pool are equal wherever both reference them, and so are their own references.
pub(crate) fn pool<'a, T: Nested + Agrees<T::View<'a>>>(
    value: &Pool<T>,
    view: &PoolView<'a, T>,
    names: &mut Names,
) -> bool {
    let mut next = 0;
    while let Some((index, place)) = names.0.get(next).copied() {
        let agree = match (value.get(index), view.get(place)) {
            (Some(value), Some(view)) => value.agrees(&view, names),
            _ => false,
        };
        if !agree {
            return false;
        }
        next += 1;
    }
    value.len() <= next
}
