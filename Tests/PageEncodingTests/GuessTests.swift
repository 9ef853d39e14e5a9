import Testing

@testable import PageEncoding

/// Guesses for short texts as pages have them, which name no encoding.
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
    func `a short text is guessed right`(sample: Sample) {
        let points = EncodingGuess.candidates.map {
            "\($0.encoding.name) \($0.likeness(sample.bytes[...]).average)"
        }
        #expect(
            EncodingGuess(sample.bytes[...], isCut: false, language: nil).choice.encoding == sample.encoding,
            "\(sample.text): \(points.joined(separator: ", "))")
    }
}
