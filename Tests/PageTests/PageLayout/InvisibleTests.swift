import Testing

@testable import PageLayout

/// Content hidden by `visibility` leaves no markers on the page.
@Suite struct InvisibleTests {
    private func dump(_ html: String, chunk: Int = 65_536) -> String {
        var dump = PageDump(width: 60, chunk: chunk)
        let page = "<!DOCTYPE html><style>.h{visibility:hidden}.v{visibility:visible}</style>" + html
        let text = dump.append(Array(page.utf8)) + dump.finish()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: [
        "<q X>said</q>", "<del X>gone</del>", "<sup X>2</sup>", "<button X>b</button>", "<button X></button>",
        "<svg X><title>t</title></svg>", "<video X src=a.mp4></video>", "<audio X controls></audio>",
        "<object X></object>", "<meter X value=0.5></meter>", "<ruby X>a<rt>b</rt></ruby>", "<img X alt=i>",
        "<iframe X src=/i></iframe>", "<input X>", "<a X href=/a title=n></a>", "<i X>text</i>",
        "<math X><mfrac><mi>a</mi><mi>b</mi></mfrac></math>",
    ])
    func `a hidden inline element leaves no trace`(part: String) {
        for html in [
            part.replacing("X", with: "class=h"), "<b class=h>" + part.replacing("X", with: "") + "</b>",
        ] {
            #expect(dump("<p>1\(html).") == "1.\n", "\(html)")
        }
    }

    @Test(arguments: [
        "<details class=h><summary>s</summary>t</details>", "<details class=h>t</details>",
        "<ul class=h><li><button>b</button><li><q>said</q></ul>",
        "<fieldset class=h><legend>l</legend>f</fieldset>",
        "<div class=h><details open><summary>s</summary><h2>h</h2></details></div>",
    ])
    func `a hidden block leaves no trace`(block: String) {
        for chunk in [1, 65_536] { #expect(dump("\(block)<p>end", chunk: chunk) == "end\n", "\(block)") }
    }

    @Test func `a visible descendant of a hidden element is shown`() {
        #expect(dump("<p class=h>a <b class=v>b <q>c</q></b> <q>d</q>") == "b “c”\n")
        #expect(dump("<p>a <svg style='display:none'><title>t</title></svg> b") == "a b\n")
        #expect(dump("<p class=h>a <svg class=v><title>t</title></svg>") == "[t]\n")
        #expect(dump("<p class=h><a href=/a>a <b class=v>b</b></a>") == "b\n")
    }
}
