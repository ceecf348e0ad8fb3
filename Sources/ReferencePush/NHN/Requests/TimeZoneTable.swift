/// The time zones that IANA's database names by area and place, links included.
enum TimeZoneTable {
    /// Minutes ahead of UTC by name, without daylight saving.
    private static let offsets: [String: Int] = {
        var offsets: [String: Int] = ["UTC": 0, "GMT": 0]
        for (offset, text) in places {
            for group in text.split(separator: ";") {
                guard let colon = group.firstIndex(of: ":") else { continue }
                let area = group[..<colon].drop { $0 == " " }
                for place in group[group.index(after: colon)...].split(separator: " ") {
                    offsets["\(area)/\(place)"] = offset
                }
            }
        }
        return offsets
    }()

    /// Minutes ahead of UTC, without daylight saving; `nil` for an unknown name.
    static func standardOffset(of name: String) -> Int? { offsets[name] }

    /// Source: IANA time zone database 2025.
    private static let places: [Int: String] = [
        -660: """
        Pacific: Midway Niue Pago_Pago Samoa; US: Samoa
        """,
        -600: """
        America: Adak Atka; Pacific: Honolulu Johnston Rarotonga Tahiti; US: Aleutian Hawaii
        """,
        -570: """
        Pacific: Marquesas
        """,
        -540: """
        America: Anchorage Juneau Metlakatla Nome Sitka Yakutat; Pacific: Gambier; US: \
        Alaska
        """,
        -480: """
        America: Ensenada Los_Angeles Santa_Isabel Tijuana Vancouver; Canada: Pacific; \
        Mexico: BajaNorte; Pacific: Pitcairn; US: Pacific
        """,
        -420: """
        America: Boise Cambridge_Bay Ciudad_Juarez Creston Dawson Dawson_Creek Denver \
        Edmonton Fort_Nelson Hermosillo Inuvik Mazatlan Phoenix Shiprock Whitehorse \
        Yellowknife; Canada: Mountain Yukon; Mexico: BajaSur; US: Arizona Mountain
        """,
        -360: """
        America: Bahia_Banderas Belize Chicago Chihuahua Costa_Rica El_Salvador Guatemala \
        Indiana/Knox Indiana/Tell_City Knox_IN Managua Matamoros Menominee Merida \
        Mexico_City Monterrey North_Dakota/Beulah North_Dakota/Center North_Dakota/New_Salem \
        Ojinaga Rainy_River Rankin_Inlet Regina Resolute Swift_Current Tegucigalpa Winnipeg; \
        Canada: Central Saskatchewan; Chile: EasterIsland; Mexico: General; Pacific: Easter \
        Galapagos; US: Central Indiana-Starke
        """,
        -300: """
        America: Atikokan Bogota Cancun Cayman Coral_Harbour Detroit Eirunepe Fort_Wayne \
        Grand_Turk Guayaquil Havana Indiana/Indianapolis Indiana/Marengo Indiana/Petersburg \
        Indiana/Vevay Indiana/Vincennes Indiana/Winamac Indianapolis Iqaluit Jamaica \
        Kentucky/Louisville Kentucky/Monticello Lima Louisville Montreal Nassau New_York \
        Nipigon Panama Pangnirtung Port-au-Prince Porto_Acre Rio_Branco Thunder_Bay Toronto; \
        Brazil: Acre; Canada: Eastern; US: East-Indiana Eastern Michigan
        """,
        -240: """
        America: Anguilla Antigua Aruba Barbados Blanc-Sablon Boa_Vista Campo_Grande Caracas \
        Cuiaba Curacao Dominica Glace_Bay Goose_Bay Grenada Guadeloupe Guyana Halifax \
        Kralendijk La_Paz Lower_Princes Manaus Marigot Martinique Moncton Montserrat \
        Port_of_Spain Porto_Velho Puerto_Rico Santiago Santo_Domingo St_Barthelemy St_Kitts \
        St_Lucia St_Thomas St_Vincent Thule Tortola Virgin; Atlantic: Bermuda; Brazil: West; \
        Canada: Atlantic; Chile: Continental
        """,
        -210: """
        America: St_Johns; Canada: Newfoundland
        """,
        -180: """
        America: Araguaina Argentina/Buenos_Aires Argentina/Catamarca \
        Argentina/ComodRivadavia Argentina/Cordoba Argentina/Jujuy Argentina/La_Rioja \
        Argentina/Mendoza Argentina/Rio_Gallegos Argentina/Salta Argentina/San_Juan \
        Argentina/San_Luis Argentina/Tucuman Argentina/Ushuaia Asuncion Bahia Belem \
        Buenos_Aires Catamarca Cayenne Cordoba Coyhaique Fortaleza Jujuy Maceio Mendoza \
        Miquelon Montevideo Paramaribo Punta_Arenas Recife Rosario Santarem Sao_Paulo; \
        Antarctica: Palmer Rothera; Atlantic: Stanley; Brazil: East
        """,
        -120: """
        America: Godthab Noronha Nuuk Scoresbysund; Atlantic: South_Georgia; Brazil: \
        DeNoronha
        """,
        -60: """
        Atlantic: Azores Cape_Verde
        """,
        0: """
        Africa: Abidjan Accra Bamako Banjul Bissau Conakry Dakar Freetown Lome Monrovia \
        Nouakchott Ouagadougou Sao_Tome Timbuktu; America: Danmarkshavn; Antarctica: Troll; \
        Atlantic: Canary Faeroe Faroe Madeira Reykjavik St_Helena; Europe: Belfast Dublin \
        Guernsey Isle_of_Man Jersey Lisbon London
        """,
        60: """
        Africa: Algiers Bangui Brazzaville Casablanca Ceuta Douala El_Aaiun Kinshasa Lagos \
        Libreville Luanda Malabo Ndjamena Niamey Porto-Novo Tunis; Arctic: Longyearbyen; \
        Atlantic: Jan_Mayen; Europe: Amsterdam Andorra Belgrade Berlin Bratislava Brussels \
        Budapest Busingen Copenhagen Gibraltar Ljubljana Luxembourg Madrid Malta Monaco Oslo \
        Paris Podgorica Prague Rome San_Marino Sarajevo Skopje Stockholm Tirane Vaduz \
        Vatican Vienna Warsaw Zagreb Zurich
        """,
        120: """
        Africa: Blantyre Bujumbura Cairo Gaborone Harare Johannesburg Juba Khartoum Kigali \
        Lubumbashi Lusaka Maputo Maseru Mbabane Tripoli Windhoek; Asia: Beirut Famagusta \
        Gaza Hebron Jerusalem Nicosia Tel_Aviv; Europe: Athens Bucharest Chisinau Helsinki \
        Kaliningrad Kiev Kyiv Mariehamn Nicosia Riga Sofia Tallinn Tiraspol Uzhgorod Vilnius \
        Zaporozhye
        """,
        180: """
        Africa: Addis_Ababa Asmara Asmera Dar_es_Salaam Djibouti Kampala Mogadishu Nairobi; \
        Antarctica: Syowa; Asia: Aden Amman Baghdad Bahrain Damascus Istanbul Kuwait Qatar \
        Riyadh; Europe: Istanbul Kirov Minsk Moscow Simferopol Volgograd; Indian: \
        Antananarivo Comoro Mayotte
        """,
        210: """
        Asia: Tehran
        """,
        240: """
        Asia: Baku Dubai Muscat Tbilisi Yerevan; Europe: Astrakhan Samara Saratov Ulyanovsk; \
        Indian: Mahe Mauritius Reunion
        """,
        270: """
        Asia: Kabul
        """,
        300: """
        Antarctica: Mawson Vostok; Asia: Almaty Aqtau Aqtobe Ashgabat Ashkhabad Atyrau \
        Dushanbe Karachi Oral Qostanay Qyzylorda Samarkand Tashkent Yekaterinburg; Indian: \
        Kerguelen Maldives
        """,
        330: """
        Asia: Calcutta Colombo Kolkata
        """,
        345: """
        Asia: Kathmandu Katmandu
        """,
        360: """
        Asia: Bishkek Dacca Dhaka Kashgar Omsk Thimbu Thimphu Urumqi; Indian: Chagos
        """,
        390: """
        Asia: Rangoon Yangon; Indian: Cocos
        """,
        420: """
        Antarctica: Davis; Asia: Bangkok Barnaul Ho_Chi_Minh Hovd Jakarta Krasnoyarsk \
        Novokuznetsk Novosibirsk Phnom_Penh Pontianak Saigon Tomsk Vientiane; Indian: \
        Christmas
        """,
        480: """
        Antarctica: Casey; Asia: Brunei Choibalsan Chongqing Chungking Harbin Hong_Kong \
        Irkutsk Kuala_Lumpur Kuching Macao Macau Makassar Manila Shanghai Singapore Taipei \
        Ujung_Pandang Ulaanbaatar Ulan_Bator; Australia: Perth West
        """,
        525: """
        Australia: Eucla
        """,
        540: """
        Asia: Chita Dili Jayapura Khandyga Pyongyang Seoul Tokyo Yakutsk; Pacific: Palau
        """,
        570: """
        Australia: Adelaide Broken_Hill Darwin North South Yancowinna
        """,
        600: """
        Antarctica: DumontDUrville Macquarie; Asia: Ust-Nera Vladivostok; Australia: ACT \
        Brisbane Canberra Currie Hobart Lindeman Melbourne NSW Queensland Sydney Tasmania \
        Victoria; Pacific: Chuuk Guam Port_Moresby Saipan Truk Yap
        """,
        630: """
        Australia: LHI Lord_Howe
        """,
        660: """
        Asia: Magadan Sakhalin Srednekolymsk; Pacific: Bougainville Efate Guadalcanal Kosrae \
        Norfolk Noumea Pohnpei Ponape
        """,
        720: """
        Antarctica: McMurdo South_Pole; Asia: Anadyr Kamchatka; Pacific: Auckland Fiji \
        Funafuti Kwajalein Majuro Nauru Tarawa Wake Wallis
        """,
        765: """
        Pacific: Chatham
        """,
        780: """
        Pacific: Apia Enderbury Fakaofo Kanton Tongatapu
        """,
        840: """
        Pacific: Kiritimati
        """,
    ]
}
