//! Values of a run as texts, as traces have them: names of files, arguments, kinds of errors, calls that may fail.

use super::Fail;
use gmc_model::{ErrorKind, Exemption};
use serde::{Deserialize, Deserializer};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;

/// A value that has a text.
pub(super) trait Text: Sized {
    fn to_text(&self) -> String;

    fn from_text(text: String) -> Result<Self, String>;
}

impl Text for PathBuf {
    fn to_text(&self) -> String {
        self.to_string_lossy().into_owned()
    }

    fn from_text(text: String) -> Result<PathBuf, String> {
        Ok(text.into())
    }
}

impl Text for OsString {
    fn to_text(&self) -> String {
        self.to_string_lossy().into_owned()
    }

    fn from_text(text: String) -> Result<OsString, String> {
        Ok(text.into())
    }
}

impl Text for Vec<u8> {
    fn to_text(&self) -> String {
        OsString::from_vec(self.clone()).to_text()
    }

    fn from_text(text: String) -> Result<Vec<u8>, String> {
        Ok(text.into_bytes())
    }
}

impl Text for ErrorKind {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: String) -> Result<ErrorKind, String> {
        text.parse().map_err(|error: gmc_model::UnknownKind| error.to_string())
    }
}

impl Text for Exemption {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: String) -> Result<Exemption, String> {
        text.parse().map_err(|error: gmc_model::ExemptionError| error.to_string())
    }
}

impl Text for Fail {
    fn to_text(&self) -> String {
        self.text.clone()
    }

    fn from_text(text: String) -> Result<Fail, String> {
        Fail::parse(&text)
    }
}

fn parse<'de, T: Text, D: Deserializer<'de>>(text: String) -> Result<T, D::Error> {
    T::from_text(text).map_err(serde::de::Error::custom)
}

/// Lists of such values.
pub(super) mod all {
    use super::{Deserialize, Deserializer, Text, parse};
    use serde::Serializer;

    pub(in crate::run) fn serialize<T: Text, S: Serializer>(it: &[T], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(it.iter().map(Text::to_text))
    }

    pub(in crate::run) fn deserialize<'de, T: Text, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<T>, D::Error> {
        Vec::<String>::deserialize(from)?.into_iter().map(parse::<T, D>).collect()
    }
}

/// Such values that may be missing.
pub(super) mod optional {
    use super::{Deserialize, Deserializer, Text, parse};
    use serde::{Serialize as _, Serializer};

    pub(in crate::run) fn serialize<T: Text, S: Serializer>(
        it: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        it.as_ref().map(Text::to_text).serialize(to)
    }

    pub(in crate::run) fn deserialize<'de, T: Text, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        Option::<String>::deserialize(from)?.map(parse::<T, D>).transpose()
    }
}
