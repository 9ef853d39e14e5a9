import SonicProtocol
import Testing
import Workbench

/// Valid updates, and their effect on a phone.
@Suite struct UpdateTests {
    private let page = ClientScene.page("T", [("a", "1"), ("b", "2")])

    @Test(arguments: ClientModel.allCases)
    func `a changed block is merged, reported and stored`(_ phone: ClientModel) {
        let new = ClientScene.page("T", [("a", "one"), ("b", "2")])
        let reading = ClientScene(old: page, new: new).update(on: phone)
        #expect(reading.outcome == .dataUpdate)
        #expect(reading.text == new)
        #expect(reading.screen == .patched)
        #expect(reading.storage == .stored)
        #expect(reading.errors == [])
        #expect(reading.sonicStatus == 3)
        #expect(reading.causes == [])
        let verdict = ClientVerdict(reading, ours: Array(new.utf8))
        #expect(verdict.isSamePage == true)
        #expect(verdict.sentence == "\(phone.title) has the same page")
    }

    @Test func `the script receives the difference from the data that it can find`() {
        let new = ClientScene.page("T", [("a", "one"), ("b", "2")])
        // Android stores the data of a whole page where the next comparison does not find them.
        #expect(ClientScene(old: page, new: new).update(on: .android).told == "200/200 {title},{a},{b}")
        let again = ClientScene(old: page, new: new, answered: [("template-change", "false")])
        #expect(again.update(on: .android).told == "200/200 {a}")
        #expect(ClientScene(old: page, new: new).update(on: .ios).told == "200/200 {a}")
    }

    @Test func `codes are numbers on Android and strings on iOS, and data are a JSON string`() {
        let scene = ClientScene(old: page, new: ClientScene.page("T", [("a", "é\""), ("b", "2")]))
        let value = "<!--sonicdiff-a-->é\\\\\\\"<!--sonicdiff-a-end-->"
        #expect(
            scene.update(on: .ios).received?.text()
                == "{\"result\":\"{\\\"{a}\\\":\\\"\(value)\\\"}\",\"code\":\"200\",\"srcCode\":\"200\"}")
        #expect(scene.status(500, on: .android).received == nil)
        #expect(
            scene.status(304, on: .android).received?.text() == "{\"code\":304,\"srcCode\":304}")
    }

    @Test func `unchanged data are reported completely on iOS and not at all on Android`() {
        let answered = [("template-change", "false")]
        let scene = ClientScene(old: page, new: page, answered: answered)
        let ios = scene.update(on: .ios)
        #expect(ios.told == "200/200 {title},{a},{b}")
        // A 200 with the requested tag is a 304 on Android, so this is another tag with the same data.
        var changed = scene
        changed.answers = [("ETag", "else")]
        let android = changed.update(on: .android)
        #expect(android.told == "nothing")
        #expect(android.screen == .held)
        #expect(android.storage == .stored)
        #expect(scene.update(on: .android).outcome == .notModified)
    }

    @Test func `iOS loses a changed title and later refuses its own copy`() {
        let new = ClientScene.page("Title", [("a", "1"), ("b", "two")])
        let scene = ClientScene(old: page, new: new)
        #expect(scene.update(on: .android).text == new)
        let ios = scene.update(on: .ios)
        #expect(ios.text == ClientScene.page("T", [("a", "1"), ("b", "two")]))
        guard case .useless = ios.storage else {
            Issue.record("\(ios.storage)")
            return
        }
        #expect(ios.causes == ["the title is not data there"])
        let verdict = ClientVerdict(ios, ours: Array(new.utf8))
        #expect(verdict.differsAt == 14)
        #expect(verdict.block == "title")
        #expect(
            verdict.sentence
                == "iOS merges another page, from byte 14, in the title: the title is not data there; its copy "
                + "will be refused when it is opened")
    }

    @Test func `a title with attributes or in upper case is not data on Android`() {
        for (open, close) in [("<title lang=en>", "</title>"), ("<TITLE>", "</TITLE>")] {
            func page(_ title: String) -> String {
                "\(open)\(title)\(close)<!--sonicdiff-a-->1<!--sonicdiff-a-end-->"
            }
            let reading = ClientScene(old: page("T"), new: page("U")).update(on: .android)
            #expect(reading.text == page("T"))
            #expect(reading.storage == .dropped)
            #expect(reading.errors == [-1008])
            // The script was notified before the page was verified.
            #expect(reading.screen == .patched)
            #expect(reading.causes == ["the title is not data there"])
        }
    }

    @Test func `a name in the page's text is replaced by the data, the first one on Android, all on iOS`() {
        let before = "<script>var s = '{a}'</script>"
        let old = ClientScene.page("T", [("a", "1")], before: before)
        let new = ClientScene.page("T", [("a", "2")], before: before)
        let block = "<!--sonicdiff-a-->2<!--sonicdiff-a-end-->"
        let android = ClientScene(old: old, new: new).update(on: .android)
        #expect(android.text == "<html><title>T</title><script>var s = '\(block)'</script>{a}</html>")
        #expect(android.causes == ["{a} is in the page as text and is replaced there"])
        #expect(android.errors == [-1008])
        let ios = ClientScene(old: old, new: new).update(on: .ios)
        #expect(ios.text == "<html><title>T</title><script>var s = '\(block)'</script>\(block)</html>")
        let verdict = ClientVerdict(android, ours: Array(new.utf8))
        #expect(verdict.sentence.contains(": {a} is in the page as text and is replaced there;"))
    }

    @Test func `such text after its block affects iOS only, in upper or lower case`() {
        let old = ClientScene.page("T", [("a", "1")], rest: "{A}")
        let new = ClientScene.page("T", [("a", "2")], rest: "{A}")
        #expect(ClientScene(old: old, new: new).update(on: .android).text == new)
        let block = "<!--sonicdiff-a-->2<!--sonicdiff-a-end-->"
        let ios = ClientScene(old: old, new: new).update(on: .ios)
        #expect(ios.text == "<html><title>T</title>\(block)\(block)</html>")
        #expect(ios.causes == ["{a} is in the page as text and is replaced there"])
    }

    @Test func `names within data are replaced again`() {
        let old = ClientScene.page("T", [("a", "1"), ("b", "2")])
        let new = ClientScene.page("T", [("a", "1 {b}"), ("b", "two")])
        for phone in ClientModel.allCases {
            let reading = ClientScene(old: old, new: new).update(on: phone)
            #expect(reading.text != new, "\(phone)")
            #expect(reading.causes == ["{b} is within data"], "\(phone)")
        }
    }

    @Test func `blocks without a name have no name that servers share`() {
        let old = "<!--sonicdiff-->1<!--sonicdiff-end-->"
        let new = "<!--sonicdiff-->2<!--sonicdiff-end-->"
        let android = ClientScene(old: old, new: new).update(on: .android)
        #expect(android.text == "{null}")
        #expect(
            android.causes == [
                "it has no place for {auto0}", "nothing was sent for what it calls {null}",
            ])
        let ios = ClientScene(old: old, new: new).update(on: .ios)
        #expect(ios.text == old)
        #expect(ios.causes.first == "it has no place for {auto0}")
    }

    @Test func `of two blocks with one name only the last is data`() {
        let old = ClientScene.page("T", [("a", "1"), ("a", "2")])
        let new = ClientScene.page("T", [("a", "1"), ("a", "3")])
        for phone in ClientModel.allCases {
            let reading = ClientScene(old: old, new: new).update(on: phone)
            #expect((reading.text == new) == (phone == .ios), "\(phone): \(reading.text ?? "")")
        }
        // iOS keeps the first one, since its text is not data: a change of it is lost.
        let first = ClientScene.page("T", [("a", "0"), ("a", "3")])
        #expect(ClientScene(old: old, new: first).update(on: .ios).text == new)
    }

    @Test func `an inner end closes the outer start, and Android uses the start's name, iOS the end's`() {
        func page(_ text: String) -> String {
            "<!--sonicdiff-a-->\(text)<!--sonicdiff-b-->x<!--sonicdiff-b-end-->y<!--sonicdiff-a-end-->"
        }
        #expect(ClientScene(old: page("1"), new: page("2")).update(on: .android).text == page("2"))
        let ios = ClientScene(old: page("1"), new: page("2")).update(on: .ios)
        #expect(ios.text == page("1"))
        #expect(ios.causes.contains("it has no place for {a}"))
    }

    @Test func `comments in upper case are blocks on iOS only, named by the whole block`() {
        func page(_ text: String) -> String { "<!--SONICDIFF-A-->\(text)<!--SONICDIFF-A-END-->" }
        let android = ClientScene(old: page("1"), new: page("2")).update(on: .android)
        // Without blocks its template-tag is the validator: it would have requested a page.
        #expect(android.outcome == .askedOtherwise)
        let ios = ClientScene(old: page("1"), new: page("2")).update(on: .ios)
        #expect(ios.text == page("1"))
        #expect(ios.causes.first == "it has no place for {A}")
    }

    @Test func `letters of all scripts are valid in names on phones, and not at servers`() {
        func page(_ text: String) -> String {
            ClientScene.page("T", [("a", text)], rest: "<!--sonicdiff-名-->x<!--sonicdiff-名-end-->")
        }
        for phone in ClientModel.allCases {
            let reading = ClientScene(old: page("1"), new: page("2")).update(on: phone)
            #expect(reading.causes.contains("nothing was sent for what it calls {名}"), "\(phone)")
            #expect((reading.text == page("2")) == (phone == .ios), "\(phone)")
        }
    }

    @Test func `a wrong hash makes Android drop its copy, and iOS notices it at the next opening`() {
        let new = ClientScene.page("T", [("a", "one"), ("b", "2")])
        let body = ClientScene.json(new, sha1: ClientScene.sha1("other"))
        let android = ClientScene(old: page, new: new).update(on: .android, body: body)
        #expect(android.errors == [-1008])
        #expect(android.storage == .dropped)
        let ios = ClientScene(old: page, new: new).update(on: .ios, body: body)
        #expect(ios.errors == [])
        guard case .useless = ios.storage else {
            Issue.record("\(ios.storage)")
            return
        }
        #expect(ios.notes.last?.contains("they are not compared before it is opened") == true)
    }

    @Test func `an upper-case or missing hash merges, and is refused at the next opening`() {
        let new = ClientScene.page("T", [("a", "one"), ("b", "2")])
        for sha1 in [ClientScene.sha1(new).uppercased(), ""] {
            let body = ClientScene.json(new, sha1: sha1)
            for phone in ClientModel.allCases {
                let reading = ClientScene(old: page, new: new).update(on: phone, body: body)
                #expect(reading.text == new)
                guard case .useless = reading.storage else {
                    Issue.record("\(phone): \(reading.storage)")
                    continue
                }
            }
        }
    }

    @Test func `a merged page is not compared with a later page`() {
        let new = ClientScene.page("T", [("a", "one"), ("b", "2")])
        let reading = ClientScene(old: page, new: new).update(on: .android)
        let later = Array(ClientScene.page("T", [("a", "later"), ("b", "2")]).utf8)
        let verdict = ClientVerdict(reading, ours: later) { Bytes.text($0) == new }
        #expect(verdict.sentence == "Android has the page that html-sha1 names; the one here is newer")
        #expect(verdict.isSamePage == true && verdict.differsAt == nil && verdict.block == nil)
        let wrong = ClientVerdict(reading, ours: later) { _ in false }
        #expect(wrong.sentence.hasPrefix("Android merges another page than html-sha1 names"))
        #expect(wrong.isSamePage == false && wrong.differsAt == nil)
        #expect(
            ClientVerdict(reading, ours: Array(new.utf8)) { _ in false }.sentence
                == "Android has the same page"
        )
    }
}
