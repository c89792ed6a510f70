//! Parses the declaration of `#[sequence]`.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{
    Attribute, DeriveInput, Field, Generics, Ident, LitInt, LitStr, Token, Type, Visibility,
};

use crate::attributes::{self, Parameters, Problems, Rule, Words, value, wrong};
use crate::code::Code;
use crate::earlier::EarlierKey;
use crate::item::fields_of;
use crate::shown::DocumentForm;

use super::count_field::CountField;
use super::field_kind::{self, FieldKind};

pub(super) struct Sequence {
    pub(super) attributes: Vec<Attribute>,
    pub(super) visibility: Visibility,
    pub(super) name: Ident,
    pub(super) view: Ident,
    /// Its type parameters: types of records.
    pub(super) generics: Generics,
    pub(super) words: SequenceWords,
    pub(super) members: Vec<Member>,
}

pub(super) struct Member {
    pub(super) docs: Vec<Attribute>,
    pub(super) visibility: Visibility,
    pub(super) name: Ident,
    /// The name in messages.
    pub(super) text: String,
    /// The locals of its offset and its size.
    pub(super) at: Ident,
    pub(super) size: Ident,
    /// The type as it was declared.
    pub(super) ty: Type,
    pub(super) kind: FieldKind,
    /// Whether the value stores it as an `Option`. For structures, the type decides that.
    pub(super) is_optional: bool,
    pub(super) words: MemberWords,
    /// The constant that describes it.
    pub(super) descriptor: TokenStream,
    /// The index of that constant.
    number: usize,
}

#[derive(Default)]
pub(super) struct MemberWords {
    /// The word that names the kind; a single value has none.
    pub(super) kind: Option<Ident>,
    pub(super) is: Option<Rule>,
    pub(super) late: bool,
    /// The fields from which `is` is computed were read by this field, so reading need not compare them.
    pub(super) holds: bool,
    pub(super) canonical: Option<Rule>,
    /// The default value, if not 0.
    pub(super) default: Option<Code>,
    pub(super) count: Option<Rule>,
    pub(super) compare: bool,
    pub(super) sets: Option<CountField>,
    /// For a structure: the run in it whose length `sets` the count.
    pub(super) of: Option<Ident>,
    pub(super) round: Option<LitInt>,
    pub(super) nul_first: bool,
    pub(super) repeats: bool,
    pub(super) merges: bool,
    /// Records reference runs of the numbers.
    pub(super) table: bool,
    /// The field contains lists, which are referenced by number.
    pub(super) lists: bool,
    pub(super) to_end: bool,
    /// The structure may contain others of the kind that contains it.
    pub(super) circular: bool,
    pub(super) stride: Option<Rule>,
    pub(super) size: Option<Rule>,
    pub(super) at: Option<Rule>,
    pub(super) condition: Option<Rule>,
    /// Whether LLVM's YAML has a key for it.
    pub(super) llvm: Option<Rule>,
    pub(super) with: Vec<Rule>,
    pub(super) checks: Vec<Check>,
    pub(super) each: Option<Each>,
    pub(super) shown: DocumentForm,
    /// The field of the record whose value determines its presence.
    pub(super) known: Option<Ident>,
    /// The number of the null reference.
    pub(super) null: Option<Code>,
    /// The pool of the structure that it references.
    pub(super) names: Option<Ident>,
    pub(super) aligned: Option<LitInt>,
    pub(super) fill: Option<Code>,
    /// The bytes are unrecognized.
    pub(super) unknown: bool,
    /// Structures of the pool are written near their references.
    pub(super) near: bool,
    pub(super) align: Option<LitInt>,
}

/// `each(NAME, END)`: several runs in one field, counted one by one.
pub(super) struct Each {
    pub(super) name: Ident,
    pub(super) end: Code,
    /// The count of each run.
    pub(super) count: Option<Rule>,
}

impl Parse for Each {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![,]>()?;
        let (end, count) = (input.parse()?, None);
        Ok(Self { name, end, count })
    }
}

/// `check(FIELD in TABLE)`: the field must reference a string of the table.
pub(super) struct Check {
    pub(super) field: Ident,
    pub(super) table: Ident,
}

impl Parse for Check {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let field = input.parse()?;
        input.parse::<Token![in]>()?;
        let table = input.parse()?;
        Ok(Self { field, table })
    }
}

impl MemberWords {
    /// The kind of the field with this type.
    fn field_kind(&self, ty: &Type) -> syn::Result<FieldKind> {
        match &self.kind {
            Some(kind) => FieldKind::parse(kind, ty, self.align.as_ref()),
            None => Ok(FieldKind::Value(ty.clone())),
        }
    }

    /// Completes the words, which depend on the kind and on one another.
    fn complete_words(&mut self, kind: &FieldKind, is_nested: bool) {
        let is_computed = matches!(kind, FieldKind::Computed | FieldKind::Canonical(_));
        // Records show the strings of a table that they reference.
        let is_table = kind.is_strings() && self.shown.named.is_empty() || self.table || self.lists;
        self.shown.lists = self.lists;
        if is_table && !is_nested || is_computed && !self.shown.is_given() {
            self.shown.hide();
        }
        if is_computed {
            self.shown.computed = true;
        }
        if let (Some(each), Some(count)) = (&mut self.each, &mut self.count) {
            let Each { name, end, .. } = each;
            let rust = &count.rust;
            let all = syn::parse_quote!(dxc_runtime::int::each(#end, |#name| #rust));
            let one = Rule {
                text: count.text.clone(),
                rust: std::mem::replace(&mut count.rust, all),
                name: count.name.take(),
            };
            each.count = Some(one);
        }
    }
}

impl Words for MemberWords {
    fn word(&mut self, word: &Ident, input: ParseStream<'_>) -> syn::Result<bool> {
        let names_kind = FieldKind::WORDS.iter().any(|kind| word == kind);
        if names_kind {
            self.kind = Some(word.clone());
        }
        if word == "llvm" && input.peek2(LitStr) {
            self.llvm = Some(value(input)?);
            return Ok(true);
        }
        let is_known = words!(
            self, word, input,
            is: value, late: flag, holds: flag, canonical: value, default: value, count: value, compare: flag, sets: value,
            of: value, round: value, nul_first: flag, repeats: flag, merges: flag, shown.named = "named": list,
            table = "index_table": flag, lists: flag, to_end: flag, circular: flag, stride: value, size: value, at: value,
            condition = "if": value, with: list, checks = "check": each, known: value, null: value, names: value, near: flag,
            aligned: value, fill: value, align: value, unknown: flag, shown.version = "version": value, each: group,
        );
        Ok(is_known || names_kind || self.shown.word(word, input)?)
    }
}

#[derive(Default)]
pub(super) struct SequenceWords {
    view: Option<Ident>,
    pub(super) takes: Parameters,
    /// The arguments for serde; every value can be written in the layout that they select.
    pub(super) serde: Vec<Code>,
    /// The record with its fields, if they have a fixed size.
    pub(super) record: Option<Ident>,
    /// The record whose version is the version of the whole.
    pub(super) follows: Option<Ident>,
    /// It is contained in other sequences, and is not a part.
    pub(super) nested: bool,
    key: Option<LitStr>,
    /// The other keys.
    pub(super) earlier: Vec<EarlierKey>,
    pub(super) show: Option<LitStr>,
    /// YAML contains its fields in place of its key.
    pub(super) flatten: bool,
    /// A part whose structures have tables, or references to them.
    pub(super) refers: bool,
}

words!(SequenceWords { view: value, record: value, takes: parenthesized, serde: list, follows: value, nested: flag, refers: flag, key = "yaml": value, earlier: list, show: value, flatten: flag });

impl Sequence {
    pub(super) fn parse(attribute: TokenStream, item: TokenStream) -> syn::Result<Self> {
        let mut words = SequenceWords::default();
        let parser = |input: ParseStream<'_>| attributes::all(&mut words, input);
        parser.parse2(attribute)?;
        let item: DeriveInput = syn::parse2(item)?;
        let fields = fields_of(&item.ident, item.data)?;
        let Some(view) = words.view.take() else {
            return wrong(item.ident.span(), "expected `#[sequence(view = Name)]`");
        };
        let mut problems = Problems::default();
        let mut members: Vec<Member> = Vec::new();
        for mut field in fields {
            let of_member = problems.note(attributes::take(&mut field.attrs));
            let Some(mut of_member): Option<MemberWords> = of_member else {
                continue;
            };
            of_member.shown.doc = attributes::doc(&field.attrs);
            let Some(name) = field.ident.take() else {
                return wrong(item.ident.span(), "fields of a sequence have names");
            };
            let end = |last: &Member| last.number + last.constants();
            let number = members.last().map_or(0, end);
            let member = Member::new(name, field, of_member, number, words.nested);
            members.extend(problems.note(member));
        }
        problems.or(Self {
            attributes: item.attrs,
            visibility: item.vis,
            name: item.ident,
            view,
            generics: item.generics,
            words,
            members,
        })
    }

    /// The fields of the struct.
    pub(super) fn stored(&self) -> impl Iterator<Item = &Member> + Clone {
        self.members.iter().filter(|member| member.is_stored())
    }

    /// The first field of a kind.
    pub(super) fn find(&self, is_kind: fn(&FieldKind) -> bool) -> Option<&Member> {
        self.members.iter().find(|member| is_kind(&member.kind))
    }

    /// The field that stores the bytes that were read.
    pub(super) fn original_layout(&self) -> Option<&Member> {
        self.find(|kind| matches!(kind, FieldKind::OriginalLayout))
    }

    /// The field with a name.
    pub(super) fn member(&self, name: &Ident) -> Option<&Member> {
        self.members.iter().find(|member| member.name == *name)
    }

    /// Its key in YAML.
    pub(super) fn key(&self) -> String {
        let key = self.words.key.as_ref();
        key.map_or_else(|| self.name.to_string(), LitStr::value)
    }

    /// The generics of the view, which borrows.
    pub(super) fn view_generics(&self) -> Generics {
        let mut generics = self.generics.clone();
        generics.params.insert(0, syn::parse_quote!('a));
        generics
    }

    /// The arguments of the view's type, which borrows for `lifetime`.
    pub(super) fn of_view(&self, lifetime: &TokenStream) -> TokenStream {
        let types = self
            .generics
            .type_params()
            .map(|parameter| &parameter.ident);
        quote!(<#lifetime, #(#types),*>)
    }
}

impl Member {
    fn new(
        name: Ident,
        field: Field,
        mut words: MemberWords,
        number: usize,
        is_nested: bool,
    ) -> syn::Result<Self> {
        let kind = words.field_kind(&field.ty)?;
        words.complete_words(&kind, is_nested);
        let is_optional = match kind {
            FieldKind::Value(_) => words.kind.is_some(),
            FieldKind::Blob(_) => field_kind::is(&field.ty, "Option"),
            FieldKind::Reference => words.null.is_some(),
            _ => false,
        };
        Ok(Self {
            docs: field.attrs,
            visibility: field.vis,
            text: name.to_string(),
            at: format_ident!("at_{}", name),
            size: format_ident!("size_of_{}", name),
            name,
            ty: field.ty,
            kind,
            is_optional,
            words,
            descriptor: quote!(&Self::FIELDS[#number]),
            number,
        })
    }

    /// The number of constants for it: two if its key in LLVM's YAML is conditional, otherwise one.
    pub(super) fn constants(&self) -> usize {
        match self.kind {
            FieldKind::Padding(_) | FieldKind::OriginalLayout => 0,
            _ => 1 + usize::from(self.words.llvm.is_some()),
        }
    }

    /// Adds the name before the path of an error.
    pub(super) fn within(&self) -> TokenStream {
        let text = &self.text;
        quote!(.map_err(|error| error.within(#text)))
    }

    /// The constant of the field; `has_key` selects one by whether LLVM's YAML has its key.
    pub(super) fn descriptor_of(&self, has_key: &Code) -> TokenStream {
        let (number, without) = (self.number, self.number + 1);
        quote!(&Self::FIELDS[if #has_key { #number } else { #without }])
    }

    /// Every expression on the field.
    pub(super) fn rules(&self) -> impl Iterator<Item = TokenStream> {
        let MemberWords {
            is,
            canonical,
            count,
            sets,
            stride,
            size,
            at,
            condition,
            llvm,
            with,
            each,
            ..
        } = &self.words;
        let one = each.as_ref().and_then(|each| each.count.as_ref());
        let rules = [is, canonical, count, stride, size, at, condition, llvm];
        let rules = rules.into_iter().flatten().chain(with).chain(one);
        let rules = rules.map(|rule| rule.rust.to_token_stream());
        rules.chain(sets.as_ref().map(CountField::to_token_stream))
    }

    /// The number of its records or bytes, or, if a count is set by a run in it, of that run's records.
    pub(super) fn length(&self) -> TokenStream {
        let name = &self.name;
        match &self.words.of {
            Some(of) if self.may_lack() => {
                quote!(#name.as_ref().map_or(0, |structure| structure.#of.len()))
            }
            Some(of) => quote!(#name.#of.len()),
            None => quote!(#name.len()),
        }
    }

    /// The path of the content that is counted.
    pub(super) fn counted_path(&self) -> String {
        let name = &self.name;
        match &self.words.of {
            Some(of) => format!("{name}.{of}"),
            None => self.text.clone(),
        }
    }

    /// The size of a single value.
    pub(super) fn value_size(&self) -> TokenStream {
        match &self.kind {
            FieldKind::Canonical(ty) | FieldKind::Value(ty) => {
                quote!(<#ty as dxc_runtime::Fixed>::SIZE)
            }
            FieldKind::Reference => quote!(<u32 as dxc_runtime::Fixed>::SIZE),
            _ => {
                let ty = &self.ty;
                quote!(<#ty as dxc_runtime::Fixed>::SIZE)
            }
        }
    }

    /// Whether it is absent in a new value.
    pub(super) fn may_be_absent(&self) -> bool {
        self.is_optional || self.words.condition.is_some()
    }

    /// The test whether its local is empty, by its kind.
    pub(super) fn is_empty(&self) -> TokenStream {
        let name = &self.name;
        match self.kind {
            FieldKind::Sized(_) => quote!((*#name == Default::default())),
            FieldKind::Nested(_) => quote!(#name.is_none()),
            _ if self.is_optional => quote!(#name.is_none()),
            _ => quote!(#name.is_empty()),
        }
    }

    /// Whether a structure is an `Option`.
    pub(super) fn may_lack(&self) -> bool {
        self.words.condition.is_some() || self.words.null.is_some()
    }

    /// Whether it contains several values, or none.
    pub(super) fn is_several(&self) -> bool {
        match self.kind {
            FieldKind::Blob(_) => !self.is_optional,
            FieldKind::Run(_) | FieldKind::Strided(_) | FieldKind::Items(_) => true,
            _ => false,
        }
    }

    /// Whether the content of a field without a fixed number of bytes determines its end.
    pub(super) fn ends_itself(&self) -> bool {
        matches!(self.kind, FieldKind::Blob(_)) && self.words.count.is_none() && !self.words.to_end
    }

    /// Whether the field is one of the struct.
    pub(super) fn is_stored(&self) -> bool {
        !matches!(self.kind, FieldKind::Computed | FieldKind::Padding(_))
    }
}
