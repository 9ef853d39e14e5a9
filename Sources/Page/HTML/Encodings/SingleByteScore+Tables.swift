extension SingleByteScore {
    /// Returns the characters of the bytes from 0x80 on in the candidate encodings (Encoding Standard §9):
    /// letters, marks and punctuation that are common in text; `-` for a rare sign, `~` for an invalid byte.
    static func upperHalf(_ encoding: CharacterEncoding) -> String? {
        switch encoding {
        case .windows1252:
            "€~-ƒ„…--\u{2C6}-Š-Œ~Ž~~‘’“”•–—-™š-œ~žŸ"
                + " ¡-£---§-©ª«--®-°---´µ-·--º»---¿"
                + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
                + "àáâãäåæçèéêëìíîïðñòóôõö-øùúûüýþÿ"
        case .windows1250:
            "€~-~„…--~-Š-ŚŤŽŹ~‘’“”•–—~™š-śťžź"
                + " \u{2C7}-Ł-Ą-§-©Ş«--®Ż°--ł´µ-·-ąş»Ľ-ľż"
                + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
                + "ŕáâăäĺćçčéęëěíîďđńňóôőö-řůúűüýţ-"
        case .iso8859Part2:
            "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"
                + " Ą-Ł-ĽŚ§-ŠŞŤŹ-ŽŻ°ą-ł´ľś\u{2C7}-šşťź-žż"
                + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
                + "ŕáâăäĺćçčéęëěíîďđńňóôőö-řůúűüýţ-"
        case .windows1251:
            "ЂЃ-ѓ„…--€-Љ-ЊЌЋЏђ‘’“”•–—~™љ-њќћџ"
                + " ЎўЈ-Ґ-§Ё©Є«--®Ї°-Ііґµ-·ё№є»јЅѕї"
                + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
                + "абвгдежзийклмнопрстуфхцчшщъыьэюя"
        case .koi8U:
            "-------------------------- -°-·-"
                + "---ёє-ії-----ґў----ЁЄ-ІЇ-----ҐЎ©"
                + "юабцдефгхийклмнопярстужвьызшэщчъ"
                + "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"
        case .iso8859Part5:
            "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"
                + " ЁЂЃЄЅІЇЈЉЊЋЌ-ЎЏАБВГДЕЖЗИЙКЛМНОП"
                + "РСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп"
                + "рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ"
        case .ibm866:
            "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
                + "абвгдежзийклмноп----------------"
                + "--------------------------------"
                + "рстуфхцчшщъыьэюяЁёЄєЇїЎў°-·-№-- "
        case .windows1253:
            "€~-ƒ„…--~-~-~~~~~‘’“”•–—~™~-~~~~"
                + " -Ά£---§-©~«--®-°----µ-·ΈΉΊ»Ό-ΎΏ"
                + "ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ~ΣΤΥΦΧΨΩΪΫάέήί"
                + "ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ~"
        case .iso8859Part7:
            "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~"
                + " ‘’£€--§-©\u{37A}«--~-°-----Ά·ΈΉΊ»Ό-ΎΏ"
                + "ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ~ΣΤΥΦΧΨΩΪΫάέήί"
                + "ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ~"
        case .windows1254:
            "€~-ƒ„…--\u{2C6}-Š-Œ~~~~‘’“”•–—-™š-œ~~Ÿ"
                + " ¡-£---§-©ª«--®-°---´µ-·--º»---¿"
                + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß"
                + "àáâãäåæçèéêëìíîïğñòóôõö-øùúûüışÿ"
        case .windows1255:
            "€~-ƒ„…--\u{2C6}-~-~~~~~‘’“”•–—-™~-~~~~"
                + " ¡-£---§-©×«--®-°---´µ-·---»---¿"
                + "----------~---------װױײ--~~~~~~~"
                + "אבגדהוזחטיךכלםמןנסעףפץצקרשת~~--~"
        case .windows1256:
            "€پ-ƒ„…--\u{2C6}-ٹ-Œچژڈگ‘’“”•–—ک™ڑ-œ--ں"
                + " --£---§-©ھ«--®-°---´µ-·---»----"
                + "ہءآأؤإئابةتثجحخدذرزسشصض×طظعغ\u{640}فقك"
                + "àلâمنهوçèéêëىيîï----ô----ù-ûü--ے"
        case .windows874:
            "€~~~~…~~~~~~~~~~~‘’“”•–—~~~~~~~~"
                + " กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟ"
                + "ภมยรฤลฦวศษสหฬอฮฯะ\u{E31}าำ\u{E34}\u{E35}\u{E36}\u{E37}\u{E38}\u{E39}\u{E3A}~~~~฿"
                + "เแโใไๅ\u{E46}\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}\u{E4D}\u{E4E}๏------------~~~~"
        case .windows1257:
            "€~-~„…--~-~-~-\u{2C7}-~‘’“”•–—~™~-~--~"
                + " ~-£-~-§Ø©Ŗ«--®Æ°---´µ-·ø-ŗ»---æ"
                + "ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß"
                + "ąįāćäåęēčéźėģķīļšńņóōõö-ųłśūüżž-"
        case .windows1258:
            "€~-ƒ„…--\u{2C6}-~-Œ~~~~‘’“”•–—-™~-œ~~Ÿ"
                + " ¡-£---§-©ª«--®-°---´µ-·--º»---¿"
                + "ÀÁÂĂÄÅÆÇÈÉÊË\u{300}ÍÎÏĐÑ\u{309}ÓÔƠÖ×ØÙÚÛÜƯ\u{303}ß"
                + "àáâăäåæçèéêë\u{301}íîïđñ\u{323}óôơö-øùúûüư-ÿ"
        default: nil
        }
    }
}

/// The letters outside ASCII in the text of a language, in lower case, the most frequent first.
struct Alphabet {
    /// The languages as in `lang` (BCP 47), without region.
    let languages: [String]
    /// The letters in order of their frequency in the language.
    let letters: String
    /// The single-byte encodings formerly used for the language, the more likely first.
    let encodings: [CharacterEncoding]

    private init(_ languages: String..., letters: String, in encodings: CharacterEncoding...) {
        self.languages = languages
        self.letters = letters
        self.encodings = encodings
    }

    static let all = [
        Alphabet("en", letters: "éïüöñ", in: .windows1252),
        Alphabet("fr", letters: "éèàêôîçâùûïëœ", in: .windows1252),
        Alphabet("de", letters: "üäößéà", in: .windows1252),
        Alphabet("es", letters: "óáíúéñü", in: .windows1252),
        Alphabet("pt", letters: "ãçáéíúóõêâàôü", in: .windows1252),
        Alphabet("it", letters: "èàòùéì", in: .windows1252),
        Alphabet("ca", letters: "óàéíèòçúïü", in: .windows1252),
        Alphabet("nl", letters: "ëéïóöüèê", in: .windows1252),
        Alphabet("da", "nb", "nn", "no", letters: "æøåéöä", in: .windows1252),
        Alphabet("sv", letters: "äöåáéí", in: .windows1252),
        Alphabet("fi", letters: "äöåšž", in: .windows1252),
        Alphabet("is", letters: "áíðóéúþæöý", in: .windows1252),
        Alphabet("et", letters: "äõüöžší", in: .windows1257),
        Alphabet("lv", letters: "āēīšļūņķžģč", in: .windows1257),
        Alphabet("lt", letters: "šėųįžąčūę", in: .windows1257),
        Alphabet("pl", letters: "łążęśóćńź", in: .windows1250, .iso8859Part2),
        Alphabet("cs", letters: "íářéčýžěšůúóňťď", in: .windows1250, .iso8859Part2),
        Alphabet("sk", letters: "áíčýúéťžľšóôäňĺď", in: .windows1250, .iso8859Part2),
        Alphabet("hu", letters: "áéóíöőüúű", in: .windows1250, .iso8859Part2),
        Alphabet("hr", "bs", letters: "čšćžđ", in: .windows1250, .iso8859Part2),
        Alphabet("sl", letters: "čšž", in: .windows1250, .iso8859Part2),
        Alphabet("ro", letters: "ăîâşţ", in: .windows1250, .iso8859Part2),
        Alphabet("tr", letters: "ıçşüğöâî", in: .windows1254),
        Alphabet("vi", letters: "đ\u{301}ư\u{300}ô\u{309}\u{323}ơêâăáàóúí\u{303}ãõ", in: .windows1258),
        Alphabet(
            "ru", letters: "оаеинтсрвлкмпдяуызьйбчгжюфхцщшэё", in: .windows1251, .koi8U, .ibm866,
            .iso8859Part5),
        Alphabet("uk", letters: "оаниевтірксдмуплязбьйчгжєхцфюшщї", in: .windows1251, .koi8U),
        Alphabet("bg", letters: "аениотрсвдпзклмъябучжгйфцшщхю", in: .windows1251, .iso8859Part5),
        Alphabet("be", letters: "анісоерлдвпктуымзябчйгўцхюьфжшэ", in: .windows1251),
        Alphabet("sr", "mk", letters: "аеионтрскупдвмзјлбгњшчцљжћхфђ", in: .windows1251, .iso8859Part5),
        Alphabet("el", letters: "αοετνισρμηπκυςλίδγήέάόχωθφύβώξζψ", in: .windows1253, .iso8859Part7),
        Alphabet("he", letters: "יוהתלמרשנבאקפדסגעםחטכןצזץךף", in: .windows1255),
        Alphabet("ar", letters: "اليمرتةونفدعسبحكقجصأهطخإذغشزضىثئءظؤ", in: .windows1256),
        Alphabet("fa", letters: "ایردنهمتوبشسکزفگلخقچعجپآحطصغذ", in: .windows1256),
        Alphabet(
            "th",
            letters:
                "ารอนกมเง\u{E49}ลด\u{E31}\u{E35}ตสยบแ\u{E34}ไวทจหขคพปะ\u{E48}\u{E37}\u{E4C}\u{E39}\u{E38}"
                + "ใำชถฟ\u{E47}โผณธซ", in: .windows874),
    ]
}
