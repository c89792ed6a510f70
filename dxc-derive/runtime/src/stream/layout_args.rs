//! The arguments of types whose bytes do not determine their layout.

/// Arguments that select a layout: one value, or a tuple of several.
///
/// They have no `Default`, so that binrw's methods without arguments, such as `read_le`, do not compile for a type that
/// needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LayoutArgs<T>(pub T);

/// The arguments of a type as a tuple, in the form in which binrw's methods receive them.
#[doc(hidden)]
pub trait StreamArgs: Sized {
    /// No arguments, or [`LayoutArgs`].
    type Stated;

    /// The tuple of these arguments.
    fn of_stated(stated: Self::Stated) -> Self;
}

impl StreamArgs for () {
    type Stated = ();

    fn of_stated((): ()) -> Self {}
}

impl<A> StreamArgs for (A,) {
    type Stated = LayoutArgs<A>;

    fn of_stated(stated: LayoutArgs<A>) -> Self {
        (stated.0,)
    }
}

impl<A> From<(A,)> for LayoutArgs<A> {
    fn from((argument,): (A,)) -> Self {
        Self(argument)
    }
}

macro_rules! several {
    ($($arguments:ident),*) => {
        impl<$($arguments),*> From<($($arguments),*)> for LayoutArgs<($($arguments),*)> {
            fn from(arguments: ($($arguments),*)) -> Self {
                Self(arguments)
            }
        }

        impl<$($arguments),*> StreamArgs for ($($arguments),*) {
            type Stated = LayoutArgs<Self>;

            fn of_stated(stated: LayoutArgs<Self>) -> Self {
                stated.0
            }
        }
    };
}

several!(A, B);
several!(A, B, C);
several!(A, B, C, D);
