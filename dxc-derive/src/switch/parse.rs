//! Parses the declaration of a choice.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, DeriveInput, Ident, LitInt, Path, Token, Type, Visibility};

use crate::attributes::{self, Parameters, Problems, Rule, Words, list, value, wrong};
use crate::hygiene::selector_of_self;
use crate::item::variants_of;
use crate::shown::DocumentForm;

#[derive(Default)]
struct ChoiceWords {
    view: Option<Ident>,
    by: Option<Path>,
    takes: Parameters,
    directory: Option<Directory>,
}

words!(ChoiceWords {
    view: value,
    by: value,
    takes: parenthesized,
    directory: group
});

/// `directory(Value, View, FIELD, PATH, PATH)`: the part, its view, the field with its tables, and, in each table, the
/// paths of the selector and of the content.
pub(super) struct Directory {
    pub(super) value: Ident,
    pub(super) view: Ident,
    pub(super) entries: Ident,
    pub(super) kind: MemberPath,
    pub(super) content: MemberPath,
}

type MemberPath = Punctuated<Ident, Token![.]>;

impl Parse for Directory {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let comma = || input.parse::<Token![,]>();
        let name = || {
            input
                .parse::<Ident>()
                .and_then(|name| comma().map(|_| name))
        };
        Ok(Self {
            value: name()?,
            view: name()?,
            entries: name()?,
            kind: MemberPath::parse_separated_nonempty(input)?,
            content: comma().and_then(|_| MemberPath::parse_separated_nonempty(input))?,
        })
    }
}

/// The words of the attribute on an arm.
#[derive(Default)]
pub(super) struct ArmWords {
    when: Vec<Ident>,
    /// Whether it accepts the selectors of no other arm.
    pub(super) otherwise: bool,
    pub(super) content: Content,
    pub(super) with: Vec<Rule>,
    pub(super) nul_first: bool,
    /// Strings are padded to a multiple of this many bytes.
    pub(super) round: Option<LitInt>,
    /// The field of the structure that contains lists.
    pub(super) lists: Option<Ident>,
    /// The record that references some of the bytes.
    pub(super) range: Option<Ident>,
    /// The method of the directory for this table.
    pub(super) accessor: Option<Ident>,
    pub(super) shown: DocumentForm,
}

impl Words for ArmWords {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        match word.to_string().as_str() {
            "when" => self.when = list(input)?,
            "otherwise" => self.otherwise = true,
            "nested" => self.content = Content::Nested,
            "bytes" => self.content = Content::Bytes,
            "strings" => self.content = Content::Strings,
            "with" => self.with = list(input)?,
            "nul_first" => self.nul_first = true,
            "round" => self.round = Some(value(input)?),
            "lists" => self.lists = Some(value(input)?),
            "range" => self.range = Some(value(input)?),
            "accessor" => self.accessor = Some(value(input)?),
            _ => return self.shown.word(word, input),
        }
        Ok(true)
    }
}

/// A choice of contents.
pub(super) struct Choice {
    pub(super) name: Ident,
    pub(super) visibility: Visibility,
    pub(super) view: Ident,
    /// The enum of the selector.
    pub(super) by: Path,
    pub(super) takes: Parameters,
    /// The part whose tables have these contents.
    pub(super) directory: Option<Directory>,
    pub(super) arms: Vec<Arm>,
    /// The name of the first arm, which a default value has if no arm accepts the default selector.
    pub(super) first: Ident,
}

/// The kind of an arm's content, named by its attribute; a record without one.
#[derive(Default)]
pub(super) enum Content {
    /// A record.
    #[default]
    Record,
    /// A structure.
    Nested,
    /// All remaining bytes.
    Bytes,
    /// All remaining bytes, as strings.
    Strings,
}

/// An arm, with the fragments of its code.
pub(super) struct Arm {
    pub(super) name: Ident,
    pub(super) docs: Vec<Attribute>,
    pub(super) ty: Type,
    pub(super) words: ArmWords,
    /// The selectors that choose it.
    pub(super) pattern: TokenStream,
    /// The first selector; `None` for the arm of all other selectors.
    pub(super) selector: Option<TokenStream>,
    pub(super) args: TokenStream,
    pub(super) shown: TokenStream,
}

impl Choice {
    /// Parses the declaration; records mistakes of the arms.
    pub(super) fn parse(mut item: DeriveInput, problems: &mut Problems) -> syn::Result<Self> {
        let words: ChoiceWords = attributes::take(&mut item.attrs)?;
        let name = item.ident;
        let (Some(view), Some(by)) = (words.view, words.by) else {
            return wrong(name.span(), "expected `#[dxc(view = Name, by = Enum)]`");
        };
        let mut arms = Vec::new();
        for mut variant in variants_of(&name, item.data)? {
            let words = problems.note(attributes::take(&mut variant.attrs));
            let mut words: ArmWords = words.unwrap_or_default();
            words.shown.doc = attributes::doc(&variant.attrs);
            arms.extend(Arm::parse(variant, words, &by, problems));
        }
        let Some(first) = arms.first().map(|arm| arm.name.clone()) else {
            return wrong(name.span(), "expected at least one arm");
        };
        Ok(Self {
            name,
            visibility: item.vis,
            view,
            by,
            takes: words.takes,
            directory: words.directory,
            arms,
            first,
        })
    }

    /// The arms that contain a structure.
    pub(super) fn nested(&self) -> impl Iterator<Item = &Arm> + Clone {
        self.arms.iter().filter(|arm| arm.is_nested())
    }

    /// Whether an arm accepts the selectors that no other arm has.
    pub(super) fn takes_others(&self) -> bool {
        self.arms.iter().any(|arm| arm.words.otherwise)
    }

    /// The last arm of a match on the selector, which refuses an unknown selector at a byte offset. `None` if an arm
    /// accepts all others.
    pub(super) fn refuse(&self, at: &TokenStream) -> Option<TokenStream> {
        (!self.takes_others()).then(|| {
            quote! {
                _ => {
                    let selector = selector.0.into();
                    let kind = dxc_runtime::ErrorKind::NoArm { selector };
                    return Err(dxc_runtime::Error::new(kind, #at).into());
                }
            }
        })
    }
}

impl Arm {
    fn parse(
        variant: syn::Variant,
        words: ArmWords,
        by: &Path,
        problems: &mut Problems,
    ) -> Option<Self> {
        let (name, when) = (variant.ident, &words.when);
        let Some(field) = variant.fields.into_iter().next() else {
            problems.add(&name, "an arm holds one value");
            return None;
        };
        if when.is_empty() && !words.otherwise {
            problems.add(&name, "expected `#[dxc(when(..))]` on the arm");
        }
        let pattern = if words.otherwise {
            quote!(_)
        } else {
            quote!(#(#by::#when)|*)
        };
        let selector = when.first().map(|first| quote!(#by::#first));
        Some(Self {
            docs: variant.attrs,
            ty: field.ty,
            pattern,
            selector,
            args: args(&words.with),
            shown: words.shown.runtime_constant(&name.to_string()),
            name,
            words,
        })
    }

    pub(super) fn is_nested(&self) -> bool {
        matches!(self.words.content, Content::Nested)
    }
}

/// The arguments of an arm, converted to the types that it declares.
fn args(with: &[Rule]) -> TokenStream {
    if with.is_empty() {
        return quote!(());
    }
    let values = with.iter().map(|Rule { rust, .. }| {
        quote!(dxc_runtime::int::argument(#rust)
            .map_err(|kind| dxc_runtime::Error::new(kind, 0))?)
    });
    let selector = selector_of_self();
    quote!({
        #[allow(unused_variables)]
        let #selector = selector;
        (#(#values,)*)
    })
}
