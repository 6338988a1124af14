//! Messages of the Debug Adapter Protocol: a header with the length of the JSON text that follows.

use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};

/// No message of an editor is longer.
const LONGEST: usize = 16 << 20;

/// No line of a header is longer.
const HEADER: u64 = 1 << 10;

/// Why there are no further messages.
#[derive(Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error("a message of the editor begins with `{0}` instead of `Content-Length: …`")]
    Header(String),
    #[error("a message of the editor is longer than {LONGEST} bytes")]
    Long,
    #[error("the editor has gone in the middle of a message")]
    Short,
    #[error(transparent)]
    Input(#[from] io::Error),
}

/// The next message; none when there are no more. A text that is no JSON is told as it is.
pub(super) fn read(from: &mut dyn BufRead) -> Result<Option<Result<Value, String>>, Broken> {
    let mut length = None;
    let mut first = true;
    loop {
        let mut line = Vec::new();
        from.take(HEADER).read_until(b'\n', &mut line)?;
        if line.is_empty() && first {
            return Ok(None);
        }
        if line.last() != Some(&b'\n') {
            return Err(if line.len() as u64 == HEADER {
                Broken::Header(shown(&line))
            } else {
                Broken::Short
            });
        }
        first = false;
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if text.is_empty() {
            break;
        }
        match text.split_once(':') {
            Some((name, value)) if name.trim().eq_ignore_ascii_case("Content-Length") => {
                length = Some(value.trim().parse::<usize>().map_err(|_| Broken::Header(shown(&line)))?);
            }
            Some(_) => {}
            None => return Err(Broken::Header(shown(&line))),
        }
    }
    let length = length.ok_or_else(|| Broken::Header(String::new()))?;
    if length > LONGEST {
        return Err(Broken::Long);
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Broken::Short,
        _ => Broken::Input(error),
    })?;
    Ok(Some(serde_json::from_slice(&body).map_err(|error| error.to_string())))
}

fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.trim().chars().take(40).collect()
}

/// What goes to the editor.
pub(super) struct Speaker<'w> {
    out: &'w mut dyn Write,
    /// Messages are numbered.
    number: u64,
}

impl<'w> Speaker<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Speaker<'w> {
        Speaker { out, number: 0 }
    }

    fn send(&mut self, mut message: Value) -> io::Result<()> {
        self.number += 1;
        message["seq"] = self.number.into();
        let text = message.to_string();
        write!(self.out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.out.flush()
    }

    /// Answers a request.
    pub(super) fn respond(&mut self, request: &Value, answer: Result<Value, String>) -> io::Result<()> {
        let mut message = json!({
            "type": "response",
            "request_seq": request["seq"].as_u64().unwrap_or(0),
            "command": request["command"].as_str().unwrap_or_default(),
            "success": answer.is_ok(),
        });
        match answer {
            Ok(Value::Null) => {}
            Ok(body) => message["body"] = body,
            Err(why) => {
                message["message"] = why.as_str().into();
                // Editors show `format`; what stands in braces would be taken for a name.
                let format = why.replace('{', "(").replace('}', ")");
                message["body"] = json!({ "error": { "id": 1, "format": format, "showUser": true } });
            }
        }
        self.send(message)
    }

    /// Tells of something that has happened.
    pub(super) fn tell(&mut self, event: &str, body: Value) -> io::Result<()> {
        let mut message = json!({ "type": "event", "event": event });
        if !body.is_null() {
            message["body"] = body;
        }
        self.send(message)
    }

    /// Tells the user something in words.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.tell("output", json!({ "category": "console", "output": text }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Broken, Speaker, read};
    use serde_json::json;

    fn all(text: &str) -> (Vec<Result<serde_json::Value, String>>, Option<Broken>) {
        let mut from = text.as_bytes();
        let mut out = Vec::new();
        loop {
            match read(&mut from) {
                Ok(Some(message)) => out.push(message),
                Ok(None) => return (out, None),
                Err(broken) => return (out, Some(broken)),
            }
        }
    }

    #[test]
    fn frames() {
        let (messages, broken) = all("Content-Length: 2\r\n\r\n{}content-length:3\r\nX: y\r\n\r\n{x}");
        assert_eq!(messages[0], Ok(json!({})));
        assert!(messages[1].is_err() && messages.len() == 2 && broken.is_none());
    }

    #[test]
    fn broken_ones() {
        assert!(matches!(all("{}\r\n").1, Some(Broken::Header(_))));
        assert!(matches!(all("Content-Length: x\r\n\r\n").1, Some(Broken::Header(_))));
        assert!(matches!(all("X: 1\r\n\r\n").1, Some(Broken::Header(_))));
        assert!(matches!(all("Content-Length: 99999999999\r\n\r\n").1, Some(Broken::Long)));
        assert!(matches!(all("Content-Length: 9\r\n\r\n{}").1, Some(Broken::Short)));
        assert!(matches!(all("Content-Len").1, Some(Broken::Short)));
        assert!(matches!(all(&"x".repeat(5000)).1, Some(Broken::Header(_))));
    }

    #[test]
    fn answers() {
        let mut out = Vec::new();
        let request = json!({ "seq": 7, "command": "next" });
        Speaker::new(&mut out).respond(&request, Err("no {such}".to_owned())).expect("written");
        let text = String::from_utf8(out).expect("text");
        let (_, body) = text.split_once("\r\n\r\n").expect("a header");
        let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
        assert_eq!(body["request_seq"], 7);
        assert_eq!(body["message"], "no {such}");
        assert_eq!(body["body"]["error"]["format"], "no (such)");
    }
}
