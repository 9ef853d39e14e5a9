import CellGrid
import PageLayout
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// What forms send when they are submitted.
@Suite struct FormTests {
    private static func loaded(_ html: String, at url: String = "http://a.example/dir/page?old=1#part")
        -> Stage
    {
        var stage = Stage()
        stage.open(url)
        stage.readCache(html)
        stage.end(.allCached, "status 304")
        return stage
    }

    /// The request of the last navigation: method, address, type and body.
    private static func told(_ stage: Stage) -> String {
        guard let opening = openings(stage).last else { return "nothing" }
        guard case .post(let body) = opening.method else { return "GET \(opening.url.href)" }
        return
            "POST \(opening.url.href) \(body.contentType) \(String(decoding: body.body.bytesInMemory, as: UTF8.self))"
    }

    /// Forms, and what Enter sends on the first selectable item.
    @Test(arguments: [
        ("<form><button>x</button><input name=q value='a b'>", "GET http://a.example/dir/page?q=a+b#part"),
        (
            "<form action='/s?x=1#top'><button name=b value=v>x</button><input type=hidden name=h value='ü'>",
            "GET http://a.example/s?b=v&h=%C3%BC#top"
        ),
        ("<base href=/other/><form action=s><button>x</button>", "GET http://a.example/other/s?"),
        (
            "<form method=post action=s><button>x</button><input name=a value=1><input value=unnamed>",
            "POST http://a.example/dir/s application/x-www-form-urlencoded a=1"
        ),
        (
            "<form method=post enctype=text/plain><button>x</button><textarea name=t>\na\nb</textarea>",
            "POST http://a.example/dir/page?old=1#part text/plain t=a\r\nb\r\n"
        ),
        (
            "<form><button formaction=/f formmethod=post>x</button><button name=other value=1>y</button>",
            "POST http://a.example/f application/x-www-form-urlencoded "
        ),
        (
            "<form><input type=image name=i><input type=checkbox name=c checked><input type=checkbox name=d><input type=radio name=r value=1><input type=radio name=r value=2 checked>",
            "GET http://a.example/dir/page?i.x=0&i.y=0&c=on&r=2#part"
        ),
        (
            "<form><button>x</button><select name=s><option>a<option selected disabled>b</select><select multiple name=m><option selected value=1>a<option selected>b</select>",
            "GET http://a.example/dir/page?m=1&m=b#part"
        ),
        (
            "<form><button>x</button><input name=a disabled value=1><input name=b readonly value=2><input type=hidden name=_CharSet_>",
            "GET http://a.example/dir/page?b=2&_CharSet_=UTF-8#part"
        ),
        (
            "<form accept-charset='none windows-1251'><button>x</button><input name=q value='Привет é&'>",
            "GET http://a.example/dir/page?q=%CF%F0%E8%E2%E5%F2+%26%23233%3B%26#part"
        ),
        (
            "<form accept-charset=none><button>x</button><input name=q value='é'>",
            "GET http://a.example/dir/page?q=%C3%A9#part"
        ),
        (
            "<form accept-charset=utf-16><button>x</button><input name=q value='é'><input type=hidden name=_charset_>",
            "GET http://a.example/dir/page?q=%C3%A9&_charset_=UTF-8#part"
        ),
        (
            "<form accept-charset=koi8-r method=post action=s><button>x</button><input name=q value='да'><input type=hidden name=_charset_>",
            "POST http://a.example/dir/s application/x-www-form-urlencoded q=%C4%C1&_charset_=KOI8-R"
        ),
        (
            "<form accept-charset=windows-1251 method=post enctype=text/plain action=s><button>x</button><input name=q value='é'>",
            "POST http://a.example/dir/s text/plain q=&#233;\r\n"
        ),
        (
            "<form><button form=late>x</button><input name=a value=1></form><form id=late><input name=b value=2>",
            "GET http://a.example/dir/page?b=2#part"
        ),
        (
            "<form><button>x</button><input name=t value=x dirname=t.dir><input type=file name=f>",
            "GET http://a.example/dir/page?t=x&t.dir=ltr&f=#part"
        ),
        ("<form><button type=button name=b value=1>x</button>", "nothing"),
        ("<form method=dialog><button>x</button>", "nothing"),
        ("<form action=mailto:a@b><button>x</button>", "nothing"), ("<button>x</button>", "nothing"),
    ])
    func `a button submits what the standard requires`(html: String, expected: String) {
        var stage = Self.loaded(html)
        stage.effects = []
        stage.press(.tab, .enter)
        #expect(Self.told(stage) == expected)
        if expected == "nothing" { #expect(stage.model.notice != nil, "\(html) says why") }
    }

    @Test func `the boundary of a multipart body occurs in none of its parts`() throws {
        var stage = Self.loaded(
            "<form method=post enctype=multipart/form-data><button>x</button><input name=a value='----sonic'>"
                + "<input type=file name=f>")
        stage.press(.tab, .enter)
        guard case .open(let opening) = stage.effects.last, case .post(let body) = opening.method
        else {
            Issue.record("nothing was posted")
            return
        }
        let boundary = try #require(body.contentType.split(separator: "boundary=").last)
        #expect(body.contentType.hasPrefix("multipart/form-data; boundary=----sonic"))
        #expect(boundary.utf8.count == 49)
        let text = String(decoding: body.body.bytesInMemory, as: UTF8.self)
        #expect(text.hasSuffix("--\(boundary)--\r\n"))
        #expect(text.contains("name=\"f\"; filename=\"\"\r\n"))
        #expect(body.origin == "http://a.example")
    }

    private static let search = """
        <form action=/s><input name=q size=10> <input type=checkbox name=c> <input type=radio name=r value=1 checked>
        <input type=radio name=r value=2> <select name=o><option>a<option>b</select> <input type=submit name=go value=Go>
        <input type=reset></form>
        """

    @Test func `typed and selected values are sent, and the first button is the submitter`() {
        var stage = Self.loaded(Self.search)
        stage.press(.tab, .enter)
        stage.type("two words")
        stage.press(.enter, .tab, .enter, .tab, .tab, .enter, .tab, .enter, "j", .enter, "S")
        #expect(Self.told(stage) == "GET http://a.example/s?q=two+words&c=on&r=2&o=b&go=Go")
    }

    @Test func `a form is reset to the page's initial values`() {
        var stage = Self.loaded(Self.search)
        stage.press(.tab, .enter, "x", .enter, .tab, .enter, .backTab, .backTab, .enter, "S")
        #expect(Self.told(stage) == "GET http://a.example/s?q=&r=1&o=a&go=Go")
    }

    @Test func `form values are restored on going back, except passwords`() {
        var stage = Self.loaded("<form action=/s><input name=q size=9><input type=password name=p size=9>")
        stage.press(.tab, .enter, "x", .enter, .tab, .enter, "y", .enter, "S")
        #expect(Self.told(stage) == "GET http://a.example/s?q=x&p=y")
        stage.readCache("<p>found")
        stage.end(.allCached, "status 304")
        stage.press("B")
        stage.readCache("<form action=/s><input name=q size=9><input type=password name=p size=9>")
        stage.end(.fresh(.lifetime), "going back")
        #expect(stage.text.contains("[x________]"))
        #expect(stage.text.contains("[_________]"))
    }

    @Test func `an update keeps form values if the field still exists`() {
        let page = { (news: String, rest: String) in
            "<!--sonicdiff-n-->\(news)<!--sonicdiff-n-end--><form action=/s><p><input name=q size=9>"
                + "<!--sonicdiff-f-->\(rest)<!--sonicdiff-f-end--></form>"
        }
        let old = page("<p>old", "<input name=a size=9>")
        var stage = Self.loaded(old)
        stage.press(.tab, .enter, "x", .enter, .tab, .enter, "y", .enter, "r")
        stage.readCache(old)
        stage.update(from: old, to: page("<p>a longer new text<p>and more", "<input name=b size=9>"))
        stage.end(.dataUpdate, "updated")
        #expect(stage.text.contains("[x________]"))
        stage.press(.tab, "S")
        #expect(Self.told(stage) == "GET http://a.example/s?q=x&b=")
        #expect(stage.model.document?.reader.filling.values.count == 2)
    }

    @Test func `a value longer than maxlength is rejected with a message`() {
        var stage = Self.loaded("<form><input name=q maxlength=3>")
        stage.press(.tab, .enter)
        stage.type("four")
        stage.press(.enter)
        #expect(stage.text.contains("This field takes 3 characters at most, not 4."))
        stage.press(.backspace, .enter, "S")
        #expect(Self.told(stage) == "GET http://a.example/dir/page?q=fou#part")
    }

    @Test func `a form of several hundred kilobytes is filled in and posted in full`() {
        let text = String(repeating: "line of text\n", count: 30_000)
        var stage = Self.loaded("<form method=post action=/s><textarea name=t></textarea>")
        stage.press(.tab, .enter, .paste(text), .enter, "S")
        guard case .open(let opening) = stage.effects.last, case .post(let body) = opening.method
        else {
            Issue.record("nothing was posted")
            return
        }
        #expect(body.body.bytes == FormBody.urlEncoded([FormEntry("t", text)]))
    }

    // MARK: POST and the history

    private static func posted() -> Stage {
        var stage = loaded("<form method=post action=/s><button name=a value=1>x</button>")
        stage.press(.tab, .enter)
        stage.ask(200)
        stage.replace(with: "<p>thanks, <a href=#here>here</a>")
        stage.end(.plain(.posted), "status 200 to a POST of 3 bytes")
        return stage
    }

    private static func openings(_ stage: Stage) -> [Opening] {
        stage.effects.compactMap { if case .open(let opening) = $0 { opening } else { nil } }
    }

    @Test(arguments: ["r", "R"] as [Key])
    func `the response to a form is requested again only after confirmation`(key: Key) {
        var stage = Self.posted()
        let count = Self.openings(stage).count
        stage.press(key, "x", "n")
        #expect(Self.openings(stage).count == count)
        #expect(stage.text.contains("Nothing was sent."))
        stage.press(key, "y")
        #expect(Self.openings(stage).count == count + 1)
        #expect(Self.told(stage) == "POST http://a.example/s application/x-www-form-urlencoded a=1")
    }

    @Test func `going back and forward does not repeat a POST without confirmation`() {
        var stage = Self.posted()
        stage.press("B")
        #expect(Self.openings(stage).last?.method == .get)
        stage.readCache("<form method=post action=/s><button name=a value=1>x</button>")
        stage.end(.fresh(.lifetime), "back")
        let count = Self.openings(stage).count
        stage.press(".")
        #expect(stage.text.contains("This page was the response to a form"))
        #expect(Self.openings(stage).count == count)
        stage.press("r", "y")
        #expect(Self.told(stage) == "POST http://a.example/s application/x-www-form-urlencoded a=1")
        stage.ask(200)
        stage.replace(with: "<p>thanks again")
        stage.end(.plain(.posted), "status 200")
        stage.press("B")
        #expect(Self.openings(stage).last?.url.href == "http://a.example/dir/page?old=1#part")
    }

    @Test func `a fragment within the response is visited without confirmation`() {
        var stage = Self.posted()
        let count = Self.openings(stage).count
        stage.press(.tab, .enter)
        #expect(Self.openings(stage).count == count)
        #expect(stage.model.document?.url.href == "http://a.example/s#here")
    }

    @Test func `a form on an HTTPS page asks for confirmation before it is sent unencrypted`() {
        let html = "<form method=post action=http://a.example/s><button name=a value=1>x</button>"
        var stage = Self.loaded(html, at: "https://a.example/")
        let count = Self.openings(stage).count
        stage.press(.tab, .enter, .escape)
        #expect(Self.openings(stage).count == count)
        stage.press(.enter, "y")
        #expect(Self.told(stage) == "POST http://a.example/s application/x-www-form-urlencoded a=1")
    }

    @Test func `a POST that requires a password is repeated with it`() {
        var stage = Self.loaded("<form method=post action=/s><button name=a value=1>x</button>")
        stage.press(.tab, .enter)
        stage.ask(401, "Unauthorized", [("WWW-Authenticate", "Basic realm=\"x\"")])
        stage.end(.failed(.status(401)), "the server answered 401")
        stage.type("ann")
        stage.press(.enter)
        stage.type("pw")
        stage.press(.enter)
        #expect(Self.told(stage) == "POST http://a.example/s application/x-www-form-urlencoded a=1")
    }

    // MARK: Link numbers

    @Test func `a number follows, Enter resolves ambiguity, F only selects, Esc leaves`() {
        let links = (1...12).map { "<a href=/\($0)>link \($0)</a> " }.joined()
        var stage = Self.loaded("<p>" + links)
        stage.press("f", "2")
        #expect(Self.told(stage) == "GET http://a.example/2")
        stage.press(.escape, "f", "1")
        #expect(Self.told(stage) == "GET http://a.example/2")
        stage.press(.enter)
        #expect(Self.told(stage) == "GET http://a.example/1")
        stage.press(.escape, "f", "1", .backspace, "1", "2")
        #expect(Self.told(stage) == "GET http://a.example/12")
        stage.press(.escape, "F", "3")
        #expect(stage.model.document?.reader.chosenLink == 2)
        #expect(Self.told(stage) != "GET http://a.example/3")
        stage.press("f", .escape, "f", "0")
        #expect(stage.text.contains("Invalid number 0."))
        stage.press("j")
        #expect(stage.text.contains("j does nothing while links are numbered"))
        stage.send(.terminal(.resized(.init(rows: 30, columns: 100))))
        #expect(stage.model.inputMode == nil)
    }
}
