//! `gmc debug --dap`: scripted sessions of a client of the Debug Adapter Protocol.

use crate::sandbox::{Run, Sandbox, repository};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// An editor, as far as the adapter can tell.
struct Client {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    number: u64,
    /// Events that nobody has looked at.
    events: Vec<Value>,
}

impl Client {
    fn start(sandbox: &Sandbox, arguments: &[&str]) -> Client {
        let mut command = sandbox.gmc(["debug", "--dap"]);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("started");
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().expect("piped"));
        Client { child, to, from, number: 0, events: Vec::new() }
    }

    /// Up to the first place of a run.
    fn launched(sandbox: &Sandbox) -> Client {
        let mut client = Client::start(sandbox, &[]);
        client.ask("initialize", json!({ "adapterID": "gmc" }));
        client.ask("launch", json!({ "trace": "gmc-trace.json" }));
        client.event("initialized");
        client.ask("configurationDone", json!({}));
        client
    }

    fn write(&mut self, text: &str) {
        self.to.as_mut().expect("open").write_all(text.as_bytes()).expect("written");
    }

    fn frame(&mut self, body: &str) {
        self.write(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    }

    fn read(&mut self) -> Option<Value> {
        let mut length = None;
        loop {
            let mut line = String::new();
            if self.from.read_line(&mut line).expect("text") == 0 {
                return None;
            }
            match line.trim().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().ok(),
                _ if line.trim().is_empty() => break,
                _ => panic!("{line}"),
            }
        }
        let mut body = vec![0; length.expect("a length")];
        self.from.read_exact(&mut body).expect("all of it");
        Some(serde_json::from_slice(&body).expect("JSON"))
    }

    /// The answer to a request.
    fn request(&mut self, command: &str, arguments: Value) -> Value {
        self.number += 1;
        let number = self.number;
        let mut message = json!({ "seq": number, "type": "request", "command": command });
        message["arguments"] = arguments;
        self.frame(&message.to_string());
        loop {
            let message = self.read().expect("an answer");
            if message["type"] == "event" {
                self.events.push(message);
                continue;
            }
            assert_eq!((&message["request_seq"], &message["command"]), (&number.into(), &command.into()));
            return message;
        }
    }

    /// What a request that succeeds answers.
    #[track_caller]
    fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let answer = self.request(command, arguments);
        assert_eq!(answer["success"], true, "{command}: {answer}");
        answer["body"].clone()
    }

    /// Why a request is refused.
    #[track_caller]
    fn refused(&mut self, command: &str, arguments: Value) -> String {
        let answer = self.request(command, arguments);
        assert_eq!(answer["success"], false, "{command}: {answer}");
        assert_eq!(answer["body"]["error"]["showUser"], true, "{answer}");
        answer["message"].as_str().expect("words").to_owned()
    }

    /// The next event of this name.
    fn event(&mut self, name: &str) -> Value {
        loop {
            if let Some(at) = self.events.iter().position(|it| it["event"] == name) {
                return self.events.remove(at)["body"].clone();
            }
            let message = self.read().expect("an event");
            assert_eq!(message["type"], "event", "{message}");
            self.events.push(message);
        }
    }

    /// Moves; why it stopped, and the line of the thread that did.
    #[track_caller]
    fn go(&mut self, command: &str, thread: u64) -> (String, u64, u64) {
        self.ask(command, json!({ "threadId": thread }));
        self.stop()
    }

    fn stop(&mut self) -> (String, u64, u64) {
        let stopped = self.event("stopped");
        let thread = stopped["threadId"].as_u64().expect("a thread");
        (stopped["reason"].as_str().expect("a reason").to_owned(), thread, self.line(thread))
    }

    fn line(&mut self, thread: u64) -> u64 {
        self.stack(thread).first().and_then(|it| it["line"].as_u64()).unwrap_or(0)
    }

    fn stack(&mut self, thread: u64) -> Vec<Value> {
        let body = self.ask("stackTrace", json!({ "threadId": thread }));
        body["stackFrames"].as_array().expect("frames").clone()
    }

    fn variables(&mut self, reference: &Value) -> Vec<Value> {
        let body = self.ask("variables", json!({ "variablesReference": reference }));
        body["variables"].as_array().expect("variables").clone()
    }

    fn value(&mut self, expression: &str) -> String {
        let body = self.ask("evaluate", json!({ "expression": expression, "context": "watch" }));
        body["result"].as_str().expect("a value").to_owned()
    }

    /// Says nothing more; the exit code, and what it said beside.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.to.take());
        let mut rest = String::new();
        self.from.read_to_string(&mut rest).expect("text");
        let mut errors = String::new();
        self.child.stderr.take().expect("piped").read_to_string(&mut errors).expect("text");
        (self.child.wait().expect("ended").code(), errors)
    }
}

fn sandbox(name: &str) -> Sandbox {
    let sandbox = Sandbox::new();
    fs::copy(repository().join("examples/classics").join(name), sandbox.join(name)).expect("copied");
    assert_eq!(sandbox.gmc(["check", name]).run().code(), Some(1));
    sandbox
}

#[test]
fn a_whole_session() {
    let sandbox = sandbox("lost-update.c");
    let mut client = Client::start(&sandbox, &[]);
    let can = client.ask("initialize", json!({ "adapterID": "gmc", "linesStartAt1": true }));
    for it in ["supportsStepBack", "supportsConfigurationDoneRequest", "supportsDataBreakpoints"] {
        assert_eq!(can[it], true, "{it}");
    }
    client.ask("launch", json!({ "trace": "gmc-trace.json" }));
    client.event("initialized");
    let path = sandbox.join("lost-update.c").to_string_lossy().into_owned();
    let wanted = json!([{ "line": 10 }, { "line": 11, "condition": "seen == 5" }, { "line": 900 }, { "line": 9, "condition": "+" }]);
    let set = client.ask("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": wanted }));
    let verified: Vec<bool> =
        set["breakpoints"].as_array().expect("four").iter().map(|it| it["verified"] == true).collect();
    assert_eq!(verified, [true, true, false, false], "{set}");
    client.ask("setExceptionBreakpoints", json!({ "filters": [] }));
    client.ask("configurationDone", json!({}));
    assert_eq!(client.stop(), ("entry".to_owned(), 1, 14));

    // Breakpoints and steps, there and back.
    assert_eq!(client.go("continue", 1), ("breakpoint".to_owned(), 3, 10));
    assert_eq!(client.go("stepBack", 3), ("step".to_owned(), 3, 9));
    assert_eq!(client.go("next", 3), ("breakpoint".to_owned(), 3, 10));
    let threads = client.ask("threads", json!({}));
    let names: Vec<&str> =
        threads["threads"].as_array().expect("three").iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names.len(), 3, "{threads}");
    assert!(names[0].starts_with("thread 0 "), "{threads}");

    // What is there.
    let stack = client.stack(3);
    assert_eq!((&stack[0]["name"], &stack[0]["source"]["path"]), (&json!("withdraw"), &json!(path)));
    let scopes = client.ask("scopes", json!({ "frameId": stack[0]["id"] }));
    let locals = client.variables(&scopes["scopes"][0]["variablesReference"]);
    let shown: Vec<(&str, &str)> =
        locals.iter().filter_map(|it| Some((it["name"].as_str()?, it["value"].as_str()?))).collect();
    assert_eq!(shown, [("amount", "&twenty"), ("seen", "100")]);
    let globals = client.variables(&scopes["scopes"][1]["variablesReference"]);
    assert!(globals.iter().any(|it| it["name"] == "balance" && it["value"] == "100"), "{globals:?}");
    assert_eq!(client.variables(&scopes["scopes"][2]["variablesReference"]), Vec::<Value>::new());
    assert_eq!(client.value("seen - *(int *)amount"), "80");
    assert!(client.refused("evaluate", json!({ "expression": "*(int *)0" })).contains("null pointer"));
    assert!(client.refused("evaluate", json!({ "expression": "nothing at all" })).contains("not expected"));
    assert!(client.refused("evaluate", json!({})).contains("expression"));
    assert!(client.refused("setVariable", json!({ "name": "seen", "value": "1" })).contains("recorded"));

    // By operations, and to the end.
    client.ask("stepIn", json!({ "threadId": 3, "granularity": "instruction" }));
    assert_eq!(client.stop().0, "step");
    assert_eq!(client.go("continue", 3), ("breakpoint".to_owned(), 2, 10));
    assert_eq!(client.go("continue", 2), ("exception".to_owned(), 1, 21));
    assert_eq!(client.ask("exceptionInfo", json!({ "threadId": 1 }))["exceptionId"], "assertion");
    assert_eq!(client.value("balance"), "80");

    // Who wrote it? Watched, backwards.
    client.ask("setBreakpoints", json!({ "source": { "path": path }, "breakpoints": [] }));
    let info = client.ask("dataBreakpointInfo", json!({ "name": "balance" }));
    let set = client.ask("setDataBreakpoints", json!({ "breakpoints": [{ "dataId": info["dataId"] }] }));
    assert_eq!(set["breakpoints"][0]["verified"], true);
    assert_eq!(client.go("reverseContinue", 1), ("data breakpoint".to_owned(), 3, 10));
    assert_eq!(client.value("balance"), "90");
    assert_eq!(client.go("reverseContinue", 3), ("data breakpoint".to_owned(), 2, 10));
    assert_eq!(client.value("balance"), "100");
    assert_eq!(client.go("reverseContinue", 2), ("entry".to_owned(), 1, 14));
    client.ask("setDataBreakpoints", json!({ "breakpoints": [] }));

    // A function, out of it, and the other choice.
    let set = client.ask(
        "setFunctionBreakpoints",
        json!({ "breakpoints": [{ "name": "withdraw" }, { "name": "nothing" }] }),
    );
    assert_eq!(
        (&set["breakpoints"][0]["verified"], &set["breakpoints"][1]["verified"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(client.go("continue", 1), ("breakpoint".to_owned(), 2, 9));
    client.ask("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    let repl = |text: &str| json!({ "expression": text, "context": "repl" });
    client.ask("evaluate", repl(":go 4"));
    assert_eq!(client.event("stopped")["reason"], "goto");
    let choices = client.ask("evaluate", repl(":choices"))["result"].to_string();
    assert!(choices.contains("* 1  thread 1: ") && choices.contains("  2  thread 2: "), "{choices}");
    client.ask("evaluate", repl(":take 2"));
    client.event("stopped");
    assert!(client.refused("evaluate", repl(":take 7")).contains("choices 1 to"));
    assert_eq!(client.go("continue", 1).0, "step");
    assert_eq!(client.value("balance"), "70");

    client.ask("disconnect", json!({}));
    assert_eq!(client.end(), (Some(0), String::new()));
}

#[test]
fn what_is_inside() {
    let sandbox = sandbox("aba.c");
    let mut client = Client::start(&sandbox, &["gmc-trace.json"]);
    client.ask("initialize", json!({ "linesStartAt1": false }));
    client.ask("launch", json!({ "stopAtEnd": true }));
    client.ask("configurationDone", json!({}));
    assert_eq!(client.stop(), ("exception".to_owned(), 1, 19), "lines count from 0");
    let stack = client.stack(1);
    assert_eq!(stack.len(), 2);
    let scopes = client.ask("scopes", json!({ "frameId": stack[0]["id"] }));
    let locals = client.variables(&scopes["scopes"][0]["variablesReference"]);
    assert_eq!((&locals[0]["name"], &locals[0]["value"]), (&json!("old"), &json!("&b")));
    let inside = client.variables(&locals[0]["variablesReference"]);
    let names: Vec<&Value> = inside.iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["next", "taken"]);
    let again =
        client.ask("evaluate", json!({ "expression": inside[1]["evaluateName"], "frameId": stack[0]["id"] }));
    assert_eq!(again["result"], inside[1]["value"]);
    let globals = client.variables(&scopes["scopes"][1]["variablesReference"]);
    let node = globals.iter().find(|it| it["name"] == "a").expect("a variable");
    assert_eq!(client.variables(&node["variablesReference"]).len(), 2);
    // After a motion the numbers mean nothing any more.
    client.go("stepBack", 1);
    assert!(
        client
            .refused("variables", json!({ "variablesReference": locals[0]["variablesReference"] }))
            .contains("moved")
    );
    assert_eq!(client.end().0, Some(0), "an editor that just goes");
}

#[test]
fn requests_that_make_no_sense() {
    let sandbox = sandbox("lost-update.c");
    let mut client = Client::start(&sandbox, &[]);
    assert!(client.refused("threads", json!({})).contains("too early"));
    client.ask("initialize", json!({}));
    assert!(client.refused("attach", json!({})).contains("launched"));
    assert!(client.refused("launch", json!({})).contains("`trace` is missing"));
    assert!(client.refused("launch", json!({ "trace": "nothing.json" })).contains("nothing.json"));
    assert!(client.refused("launch", json!({ "trace": "lost-update.c" })).contains("no trace"));
    client.ask("launch", json!({ "trace": "gmc-trace.json" }));
    client.ask("configurationDone", json!({}));
    assert_eq!(client.stop().0, "entry");
    for (command, arguments, why) in [
        ("frobnicate", json!({}), "is not known"),
        ("launch", json!({}), "came before"),
        ("next", json!({ "threadId": 99 }), "no thread"),
        ("next", json!({ "threadId": 0 }), "no thread"),
        ("stackTrace", json!({}), "no thread"),
        ("stackTrace", json!({ "threadId": "x" }), "no thread"),
        ("scopes", json!({}), "frameId"),
        ("scopes", json!({ "frameId": 123_456_789_012u64 }), "no thread"),
        ("variables", json!({ "variablesReference": 77 }), "moved"),
        ("variables", json!(null), "variablesReference"),
        ("setBreakpoints", json!({}), "source"),
        ("exceptionInfo", json!({ "threadId": 1 }), "nothing is wrong here"),
        ("setExpression", json!({}), "recorded"),
        ("source", json!({}), "file"),
    ] {
        let said = client.refused(command, arguments);
        assert!(said.contains(why), "{command}: {said}");
    }
    // Neither what is no request nor what is no JSON ends it.
    client.frame("{\"type\": \"event\"}");
    assert_eq!(client.read().map(|it| it["success"].clone()), Some(json!(false)));
    client.frame("{nonsense");
    assert!(client.read().is_some_and(|it| it["message"].to_string().contains("no JSON")));
    client.frame("[]");
    assert_eq!(client.read().map(|it| it["success"].clone()), Some(json!(false)));
    assert_eq!(client.go("stepIn", 1).0, "step");
    client.ask("terminate", json!({}));
    client.event("terminated");
    client.ask("disconnect", json!({}));
    assert_eq!(client.end(), (Some(0), String::new()));
}

#[test]
fn broken_frames() {
    let sandbox = sandbox("lost-update.c");
    for (text, why) in [
        ("hello\r\n\r\n", "begins with `hello`"),
        ("Content-Length: many\r\n\r\n", "begins with `Content-Length: many`"),
        ("X: 1\r\n\r\n{}", "Content-Length"),
        ("Content-Length: 99999999999999\r\n\r\n", "longer than"),
        ("Content-Length: 100\r\n\r\n{", "in the middle"),
        ("Content-Le", "in the middle"),
    ] {
        let mut client = Client::launched(&sandbox);
        client.write(text);
        let (code, errors) = client.end();
        assert_eq!(code, Some(2), "{text:?}: {errors}");
        assert!(errors.contains(why) && errors.lines().count() == 1, "{text:?}: {errors}");
    }
    let (code, errors) = Client::launched(&sandbox).end();
    assert_eq!((code, errors.as_str()), (Some(0), ""), "between messages an editor may go");
}

#[test]
fn a_program_that_has_changed() {
    let sandbox = sandbox("lost-update.c");
    let text = fs::read_to_string(sandbox.join("lost-update.c")).expect("a program");
    sandbox.write(
        "lost-update.c",
        &text.replace("pthread_create(&second", "balance = 100; pthread_create(&second"),
    );
    let mut client = Client::launched(&sandbox);
    let said = client.event("output")["output"].to_string();
    assert!(said.contains("have changed since"), "{said}");
    let said = client.event("output")["output"].to_string();
    assert!(said.contains("from step "), "{said}");
    assert_eq!(client.stop().0, "entry");
    assert_eq!(client.go("stepIn", 1).0, "step");
}
