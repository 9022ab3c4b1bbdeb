#!/bin/sh
# ofxstatement-iso20022 0.8.1 (with ofxstatement 0.9.3), which reads bank statements (camt.053), makes one payment of an entry in
# which the bank has collected several: the whole amount, under the name and the text of the first payer. The others
# are gone. bankstatementparser 0.0.29 and pycamt 1.1.1 have a payment for each, with its own amount, name and text.
# Guess: a payment for each TxDtls, of which an entry may have any number (ISO 20022, camt.053.001.02, NtryDtls), since each has
# its amount (AmtDtls); or a name for none of them.
# It matters: banks collect transfers that arrive on a day, as those of QR-bills in Switzerland. Clara, who owed 8.00, has paid
# 18.00, Dora has not paid her 10.00, and the balance of the statement is right, which is what one checks.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check "ofxstatement-iso20022==0.8.1" "ofxstatement==0.9.3" \
  "bankstatementparser==0.0.29" "pycamt==1.1.1"
cat > statement.xml <<'STATEMENT'
<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
 <BkToCstmrStmt>
  <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-06T08:00:00</CreDtTm></GrpHdr>
  <Stmt>
   <Id>S1</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-11-06T08:00:00</CreDtTm>
   <Acct><Id><IBAN>AT611904300234573201</IBAN></Id><Ccy>EUR</Ccy></Acct>
   <Bal>
    <Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp>
    <Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-01</Dt></Dt>
   </Bal>
   <Bal>
    <Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp>
    <Amt Ccy="EUR">138.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-05</Dt></Dt>
   </Bal>
   <Ntry>
    <Amt Ccy="EUR">20.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2026-11-03</Dt></BookgDt><ValDt><Dt>2026-11-03</Dt></ValDt>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
    <NtryDtls>
     <TxDtls>
      <AmtDtls><TxAmt><Amt Ccy="EUR">20.00</Amt></TxAmt></AmtDtls>
      <RltdPties><Dbtr><Nm>Bernd</Nm></Dbtr></RltdPties><RmtInf><Ustrd>October</Ustrd></RmtInf>
     </TxDtls>
    </NtryDtls>
   </Ntry>
   <Ntry>
    <Amt Ccy="EUR">18.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2026-11-05</Dt></BookgDt><ValDt><Dt>2026-11-05</Dt></ValDt>
    <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
    <NtryDtls>
     <Btch><NbOfTxs>2</NbOfTxs></Btch>
     <TxDtls>
      <AmtDtls><TxAmt><Amt Ccy="EUR">8.00</Amt></TxAmt></AmtDtls>
      <RltdPties><Dbtr><Nm>Clara</Nm></Dbtr></RltdPties><RmtInf><Ustrd>November</Ustrd></RmtInf>
     </TxDtls>
     <TxDtls>
      <AmtDtls><TxAmt><Amt Ccy="EUR">10.00</Amt></TxAmt></AmtDtls>
      <RltdPties><Dbtr><Nm>Dora</Nm></Dbtr></RltdPties><RmtInf><Ustrd>Dinner</Ustrd></RmtInf>
     </TxDtls>
    </NtryDtls>
   </Ntry>
  </Stmt>
 </BkToCstmrStmt>
</Document>
STATEMENT
cat > read.py <<'READ'
from bankstatementparser import CamtParser
from ofxstatement.plugins.iso20022 import Iso20022Plugin
from ofxstatement.ui import UI
from pycamt.parser import Camt053Parser


def show(told, payments):
    print(f"{told}:", "; ".join(f"{name} {float(amount):.2f} for {text}" for name, amount, text in payments))


read = Iso20022Plugin(UI(), {}).get_parser("statement.xml").parse()
show("ofxstatement-iso20022", [(line.payee, line.amount, line.memo) for line in read.lines])
print(f"  from {read.start_balance} to {read.end_balance}")
table = CamtParser("statement.xml").parse()
show("bankstatementparser", zip(table["Debtor"], table["Amount"], table["Reference"], strict=True))
keys = ("DebtorName", "Amount", "RemittanceInformation")
found = Camt053Parser.from_file("statement.xml").get_transactions()
show("pycamt", [[one[key] for key in keys] for one in found])
READ
venv/bin/python read.py | tee seen
# Seen:
cat > expected <<'SEEN'
ofxstatement-iso20022: Bernd 20.00 for October; Clara 18.00 for November
  from 100.00 to 138.00
bankstatementparser: Bernd 20.00 for October; Clara 8.00 for November; Dora 10.00 for Dinner
pycamt: Bernd 20.00 for October; Clara 8.00 for November; Dora 10.00 for Dinner
SEEN
diff expected seen
