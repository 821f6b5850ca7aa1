/**
 * Country registries that register names under second-level labels (`co.uk`), and those labels. A selection of those
 * in wide use, not the public suffix list: see public-suffix.ts for what follows from that.
 */
const TABLE = `
ac: com edu gov mil net org
ae: ac co gov mil net org sch
af: com edu gov net org
ag: co com net nom org
ai: com net off org
al: com edu gov mil net org
am: co com net org
ao: co ed edu gov gv it og org pb
ar: com edu gob gov int mil mutual net org senasa tur
at: ac co gv or
au: asn com edu gov id net org
az: biz com edu gov info int mil name net org
ba: com edu gov mil net org
bb: biz co com edu gov info net org store tv
bd: ac co com edu gov info mil net org
bh: com edu gov net org
bm: com edu gov net org
bn: com edu gov net org
bo: com edu gob int mil net org tv
br: adm adv agr app art blog com dev eco edu eng gov ind inf jus leg log med mil net org tec tur tv
bs: com edu gov net org
bt: com edu gov net org
bw: ac co gov net org
by: com gov mil
bz: co com edu gov net org
ci: ac co com ed edu go net or org
ck: biz co edu gen gov info net org
cm: co com gov net
cn: ac ah bj com cq edu fj gd gov gs gx gz ha hb he hi hk hl hn jl js jx ln mil mo net nm nx org qh sc sd sh sn sx tj tw xj xz yn zj
co: com edu gov mil net nom org
cr: ac co ed fi go or sa
cu: com edu gob inf nat net org
cy: ac biz com ekloges gov ltd mil net org press pro tm
do: art com edu gob gov mil net org sld web
dz: art asso com edu gov net org pol soc tm
ec: com edu fin gob gov info k12 med mil net org pro
ee: aip com edu fie gov lib med org pri riik
eg: ac com edu eun gov info me mil name net org sci sport tv
es: com edu gob nom org
et: biz com edu gov info name net org
fj: ac biz com edu gov info mil name net org pro
fk: ac co com gov net nom org
fr: asso com gouv nom prd tm
ge: com edu gov net org pvt school
gg: co net org
gh: biz com edu gov mil net org
gi: com edu gov ltd mod org
gn: ac com edu gov net org
gp: asso com edu mobi net org
gr: com edu gov net org
gt: com edu gob ind mil net org
gu: com edu gov guam info net org web
hk: com edu gov idv net org
hn: com edu gob mil net org
hr: com from iz name
ht: adult art asso com coop edu firm gouv info med net org perso pol pro rel shop
hu: 2000 agrar bolt co film forum games hotel info ingatlan jogasz media news org priv shop sport suli tm tozsde utazas video
id: ac biz co desa go kop mil my net or ponpes sch web
il: ac co gov idf k12 muni net org
im: ac co com net org tt tv
in: ac biz co com edu firm gen gov ind info int me mil net nic org pg pro res travel tv uk up us
iq: com edu gov mil net org
ir: ac co gov id net org sch
it: edu gov
je: co net org
jm: com edu gov mil net org
jo: com edu fm gov mil net org per phd sch tv
jp: ac ad co ed go gr lg ne or
ke: ac co go info me mobi ne or sc
kg: com edu gov mil net org
kh: com edu gov net org
ki: biz com edu gov info net org
kr: ac ai co es go hs io it kg me mil ms ne or pe re sc seoul busan daegu incheon gwangju daejeon ulsan gyeonggi gangwon jeju
kw: com edu emb gov ind net org
ky: com edu net org
kz: com edu gov mil net org
la: com edu gov info int net org per
lb: com edu gov net org
lc: co com edu gov net org
lk: ac assn com edu gov grp hotel int ltd net ngo org sch soc web
lr: com edu gov net org
ls: ac biz co edu gov info net org sc
lt: gov
lv: asn com conf edu gov id mil net org
ly: com edu gov id med net org plc sch
ma: ac co gov net org press
mk: com edu gov inf name net org
ml: ac com edu gouv gov info net org
mm: biz com edu gov net org per
mo: com edu gov net org
mt: com edu net org
mu: ac co com gov net or org
mv: biz com coop edu gov info int mil name net org pro
mw: ac biz co com coop edu gov int net org
mx: com edu gob net org
my: biz com edu gov mil name net org
mz: ac adv co edu gov mil net org
na: alt co com gov net org
ng: com edu gov i mil mobi name net org sch
ni: ac biz co com edu gob in info int mil net nom org web
no: kommune mil stat priv
np: com edu gov mil name net org
nz: ac co cri geek gen govt health iwi kiwi maori mil net org parliament school
om: co com edu gov med museum net org pro
pa: abo ac com edu gob ing med net nom org sld
pe: com edu gob mil net nom org
pg: ac com gov mil net org
ph: com edu gov i mil net ngo org
pk: ac biz com edu fam gob gok gop gos gov net org web
pl: agro aid atm auto biz com edu gmina gov gsm info mail media miasta mil net nieruchomosci nom org pc powiat priv realestate rel sex shop sklep sos szkola targi tm tourism travel turystyka waw
pr: ac biz com edu est gov info isla name net org pro prof
ps: com edu gov net org plo sec
pt: com edu gov int net nome org publ
py: com coop edu gov mil net org
qa: com edu gov mil name net org sch
ro: arts com firm info nom nt org rec store tm www
rs: ac co edu gov in org
rw: ac co coop gov mil net org
sa: com edu gov med net org pub sch
sb: com edu gov net org
sc: com edu gov net org
sd: com edu gov info med net org tv
se: ac org pp tm
sg: com edu gov net org
sl: com edu gov net org
sn: art com edu gouv org univ
st: co com consulado edu embaixada mil net org principe saotome store
sv: com edu gob org red
sy: com edu gov mil net org
sz: ac co org
th: ac co go in mi net or
tj: biz co com edu go gov int mil name net nic org test web
tm: co com edu gov mil net nom org
tn: com ens fin gov ind info intl mincom nat net org perso tourism
to: com edu gov mil net org
tr: av bbs bel biz com dr edu gen gov info k12 kep mil name net org pol tel tsk tv web
tt: biz co com edu gov info mil name net org pro
tw: club com ebiz edu game gov idv mil net org
tz: ac co go hotel info me mil mobi ne or sc tv
ua: com edu gov in kiev kyiv kharkov kharkiv lviv odessa odesa dp dn zp net org
ug: ac co com edu go gov mil ne or org sc us
uk: ac co gov ltd me net nhs org plc police
uy: com edu gub mil net org
uz: co com net org
ve: arts bib co com e12 edu firm gob gov info int mil net nom org rar rec store tec web
vi: co com k12 net org
vn: ac ai biz com edu gov health id info int io name net org pro
ye: com edu gov mil net org
za: ac agric alt co edu gov grondar law mil net ngo nic nis nom org school tm web
zm: ac biz co com edu gov info mil net org sch
zw: ac co gov mil org
`;

export const SECOND_LEVEL: ReadonlySet<string> = new Set(
  TABLE.trim()
    .split("\n")
    .flatMap((line) => {
      const [country = "", labels = ""] = line.split(": ");
      return labels.split(" ").map((label) => `${label}.${country}`);
    }),
);

/** Suffixes that hosts give to their customers, where each name below belongs to another one. */
export const HOSTED_SUFFIXES: ReadonlySet<string> = new Set([
  "blogspot.com",
  "cloudfront.net",
  "cloudapp.net",
  "cloudapp.azure.com",
  "eu.org",
  "fastly.net",
  "gitbook.io",
  "myshopify.com",
  "s3.amazonaws.com",
  "storage.googleapis.com",
  "translate.goog",
  "uk.com",
  "us.com",
  "web.core.windows.net",
  "webflow.io",
  "wixsite.com",
  "wordpress.com",
  "wpengine.com",
]);
