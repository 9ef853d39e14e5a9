import Testing

@testable import HTML

/// Guesses for short, typical texts that declare no encoding.
struct GuessTests {
    private static let samples: [Sample] = [
        Sample(
            .gb18030, "d0c2cec5d6d0d0c420cad7d2b3",
            "新闻中心 首页"),
        Sample(
            .gb18030,
            "3c7469746c653eccdad1b6cdf83c2f7469746c653e3c703eb1b1bea9cab1bce4bdf1ccecc9cfcee7a3ac"
                + "b9facef1d4bad5d9bfaab3a3cef1bbe1d2e9a3acb2bfcaf0bdf8d2bbb2bdd7f6bac3cec8becdd2b5b9a4"
                + "d7f7b5c4b4ebcaa9a1a33c2f703e",
            "<title>腾讯网</title><p>北京时间今天上午，国务院召开常务会议，部署进一步做好稳就业工作的措施。</p>"),
        Sample(
            .gb18030,
            "3c6c693ecad6bbfa3c2f6c693e3c6c693eb5e7c4d43c2f6c693e3c6c693eced2b5c4b6a9b5a53c2f6c69"
                + "3e3c6c693ebfcdbba7b7fecef13c2f6c693e",
            "<li>手机</li><li>电脑</li><li>我的订单</li><li>客户服务</li>"),
        Sample(
            .big5,
            "3c7469746c653ea95fbcafb773bb443c2f7469746c653e3c703ea578a55fa4b5a4d1aabaa4d1aef0b4b8"
                + "aed4a141a5c1b2b3afc9afc9a8eca4bdb6e9b4b2a842a141a8c9a8fcc3f8b16faabab6a7a5faa1433c2f"
                + "703e",
            "<title>奇摩新聞</title><p>台北今天的天氣晴朗，民眾紛紛到公園散步，享受難得的陽光。</p>"),
        Sample(
            .big5, "b3ccb773aef8aea720c170b5b8a7daadcc20c3f6a9f3a5bbafb8",
            "最新消息 聯絡我們 關於本站"),
        Sample(
            .shiftJIS,
            "3c7469746c653e82a8926d82e782b93c2f7469746c653e3c703e938c8b9e82cc93568b4382cd90b082ea"
                + "82c582b781428f54969682cd8a65926e82c5894a82aa8d7e82e982c582b582e582a481423c2f703e",
            "<title>お知らせ</title><p>東京の天気は晴れです。週末は各地で雨が降るでしょう。</p>"),
        Sample(
            .shiftJIS, "836a8385815b835881408358837c815b8363814093568b43975c95f1",
            "ニュース　スポーツ　天気予報"),
        Sample(
            .eucJP,
            "3c7469746c653ea4aac3cea4e9a4bb3c2f7469746c653e3c703ec5ecb5fea4cec5b7b5a4a4cfc0b2a4ec"
                + "a4c7a4b9a1a3bdb5cbf6a4cfb3c6c3cfa4c7b1aba4acb9dfa4eba4c7a4b7a4e7a4a6a1a33c2f703e",
            "<title>お知らせ</title><p>東京の天気は晴れです。週末は各地で雨が降るでしょう。</p>"),
        Sample(
            .eucJP, "a5dba1bca5e0a5daa1bca5b8a4d8a4e8a4a6a4b3a4bd",
            "ホームページへようこそ"),
        Sample(
            .eucKR,
            "3c7469746c653ebfc0b4c3c0c720b4babdba3c2f7469746c653e3c703ebcadbfefc0c720b3afbebeb4c2"
                + "20b8bcb0dabdc0b4cfb4d92e20c1d6b8bbbfa1b4c220c0fcb1b9bfa120baf1b0a120b3bbb8aeb0dabdc0"
                + "b4cfb4d92e3c2f703e",
            "<title>오늘의 뉴스</title><p>서울의 날씨는 맑겠습니다. 주말에는 전국에 비가 내리겠습니다.</p>"),
        Sample(
            .eucKR, "c8b8bbe720bcd2b0b320b9d720b0edb0b420c1f6bff8",
            "회사 소개 및 고객 지원"),
        Sample(
            .windows1251,
            "3c7469746c653ecdeee2eef1f2e83c2f7469746c653e3c703ed1e5e3eee4edff20e220cceef1eae2e520"
                + "f1eeebede5f7edee2c20e020e7e0e2f2f0e020eee6e8e4e0e5f2f1ff20e4eee6e4fc20e820f1e8ebfced"
                + "fbe920e2e5f2e5f02e3c2f703e",
            "<title>Новости</title><p>Сегодня в Москве солнечно, а завтра ожидается дождь и сильный ветер.</p>"
        ),
        Sample(
            .windows1251, "c3ebe0e2ede0ff20f1f2f0e0ede8f6e0",
            "Главная страница"),
        Sample(
            .windows1252,
            "3c703e4c6520636166e920657374207472e873207072e873206465206c2768f474656c2c20e02063f474"
                + "e9206465206c6120666f72ea742e3c2f703e",
            "<p>Le café est très près de l'hôtel, à côté de la forêt.</p>"),
        Sample(
            .windows1252,
            "3c703e4469652053747261df652066fc68727420fc626572204bf66c6e206e616368204dfc6e6368656e"
                + "2c20736368f66e65204772fcdf65213c2f703e",
            "<p>Die Straße führt über Köln nach München, schöne Grüße!</p>"),
        Sample(
            .windows1252,
            "456c206e69f16f20636f6d69f320756e61206d616e7a616e6120656e206c61206d6f6e7461f161209620"
                + "bf7665726461643f",
            "El niño comió una manzana en la montaña – ¿verdad?"),
        Sample(
            .windows1252, "436f7079726967687420a92032303234204578616d706c65",
            "Copyright © 2024 Example"),
        Sample(
            .windows1252, "497492732061209371756f7465649420776f7264",
            "It’s a “quoted” word"),
        Sample(
            .windows1252, "636166e9",
            "café"),
        Sample(
            .windows1250,
            "50f8ed6c699a209e6c759d6f75e86bfd206bf9f220736be16b616c2070f86573207a65ef2e",
            "Příliš žluťoučký kůň skákal přes zeď."),
        Sample(
            .iso8859Part2,
            "447a69b620776965637a6f72656d2070f36a647a69656d79206e612073706163657220777a64b375bf20"
                + "727a656b692e",
            "Dziś wieczorem pójdziemy na spacer wzdłuż rzeki."),
        Sample(
            .windows1250,
            "4d6567e9726b657a657474206120766f6e61742c20e973206d696e64656e6b6920f672fc6c7420612068"
                + "6f73737afa20fa742076e967e96e2e",
            "Megérkezett a vonat, és mindenki örült a hosszú út végén."),
        Sample(
            .koi8U,
            "fac1d7d4d2c120d5d4d2cfcd20d0cfc5dac420cfd4d0d2c1d7c9d4d3d120d720edcfd3cbd7d52e",
            "Завтра утром поезд отправится в Москву."),
        Sample(
            .ibm866,
            "87a0a2e2e0a020e3e2e0aeac20afaea5a7a420aee2afe0a0a2a8e2e1ef20a2208caee1aaa2e32e",
            "Завтра утром поезд отправится в Москву."),
        Sample(
            .iso8859Part5,
            "b7d0d2e2e0d020e3e2e0dedc20dfded5d7d420dee2dfe0d0d2d8e2e1ef20d220bcdee1dad2e32e",
            "Завтра утром поезд отправится в Москву."),
        Sample(
            .windows1251,
            "d1fceee3eee4edb320e2e2e5f7e5f0b320bfe4e5ecee20e4ee20cae8bae2e02c20e020efeef2b3ec20f3"
                + "20e3eef1f2b32e",
            "Сьогодні ввечері їдемо до Києва, а потім у гості."),
        Sample(
            .windows1253,
            "c1fdf1e9ef20f4ef20f0f1f9df20f6e5fde3e5e920f4ef20f4f1ddedef20e3e9e120f4e7ed20c1e8deed"
                + "e12e",
            "Αύριο το πρωί φεύγει το τρένο για την Αθήνα."),
        Sample(
            .windows1254,
            "596172fd6e20736162616820dd7374616e62756c926120676964656e207472656e206b616c6bfd796f72"
                + "2c20fe696d646920e7fd6b6d616cfd79fd7a2e",
            "Yarın sabah İstanbul’a giden tren kalkıyor, şimdi çıkmalıyız."),
        Sample(
            .windows1255,
            "eee7f820e1e1e5f7f820e9e5f6e0fa20e4f8ebe1fa20ece9f8e5f9ece9ed2e",
            "מחר בבוקר יוצאת הרכבת לירושלים."),
        Sample(
            .windows1256,
            "eddbc7cfd120c7e1ded8c7d120d5c8c7cd20c7e1dbcf20c5e1ec20c7e1dec7e5d1c92e",
            "يغادر القطار صباح الغد إلى القاهرة."),
        Sample(
            .windows874,
            "bec3d8e8a7b9d5e9e0aae9d2c3b6e4bfa8d0cdcda1e0b4d4b9b7d2a7e4bbe0aad5c2a7e3cbc1e8",
            "พรุ่งนี้เช้ารถไฟจะออกเดินทางไปเชียงใหม่"),
        Sample(
            .windows1257,
            "5279746f6a20727974e020747261756b696e79732069f07661fe69756f6a6120e12056696c6e69f82c20"
                + "eb6a6f6d6520e12073746f74e12e",
            "Rytoj rytą traukinys išvažiuoja į Vilnių, ėjome į stotį."),
        Sample(
            .windows1252,
            "c02064656d61696e",
            "À demain"),
        Sample(
            .windows1252,
            "54612062e574656e2074696c6c20f66e",
            "Ta båten till ön"),
        Sample(
            .windows1252,
            "bf5175e93f20a14173ed21",
            "¿Qué? ¡Así!"),
        Sample(
            .windows1252,
            "6e61ef7665",
            "naïve"),
        Sample(
            .windows1252,
            "c6626c65",
            "Æble"),
        Sample(
            .windows1252,
            "53747261df652035",
            "Straße 5"),
        Sample(
            .iso2022JP, "3c703e1b2442467c4b5c386c244e255a213c25382447243921231b28423c2f703e",
            "<p>日本語のページです。</p>"),
        Sample(
            .utf8, "3c703ee58c97e4baace697b6e997b420636166c3a920d09cd0bed181d0bad0b2d0b03c2f703e",
            "<p>北京时间 café Москва</p>"),
        Sample(
            .utf8, "636166c3a9",
            "café"),
    ]

    @Test(arguments: samples)
    func `the encoding of a short text is guessed correctly`(sample: Sample) {
        let points = EncodingChoice.scores(sample.bytes[...]).map {
            "\($0.encoding.name) \($0.score.average)"
        }
        #expect(
            EncodingChoice(guessing: sample.bytes[...], isCut: false, language: nil).encoding
                == sample.encoding,
            "\(sample.text): \(points.joined(separator: ", "))")
    }

    @Test(arguments: [
        ("el", CharacterEncoding.windows1253), ("cs", .windows1250), ("ru", .windows1251), ("xx", nil),
    ])
    func `the language of a page favours its encodings`(language: String, encoding: CharacterEncoding?) {
        // Bytes that are letters in each encoding.
        let guess = EncodingChoice(guessing: [0xE8, 0xE1][...], isCut: false, language: language)
        if let encoding {
            #expect(guess == EncodingChoice(encoding, .guess(.language(language))))
        } else {
            #expect(guess.origin == .guess(.likeness))
        }
    }

    @Test func `the encodings of every alphabet contain most of its letters`() {
        for alphabet in Alphabet.all {
            for encoding in alphabet.encodings {
                let table = SingleByteScore.upperHalf(encoding)
                #expect(table?.unicodeScalars.count == 128, "\(encoding)")
                let known = Set((table ?? "").unicodeScalars)
                let missing = alphabet.letters.unicodeScalars.filter { !known.contains($0) }
                // A few letters of Persian and of languages that share another alphabet's encoding are missing.
                #expect(
                    missing.count * 5 <= alphabet.letters.unicodeScalars.count,
                    "\(alphabet.languages) \(encoding)")
            }
        }
    }
}
