// Command idscases judges the official cases of IDS. A case is a document and an IFC file whose names begin with the
// expected verdict: pass, fail or invalid. The command also audits the documents for which a verdict of buildingSMART's
// audit tool is recorded. It fails if a result of bimstream differs, except for listed differences with a reason.
//
// usage: idscases CORPORA VERDICTS.tsv OUT.tsv
//
// OUT.tsv gets a line for each pair, for the comparison with ifctester: the verdict, a tab, the path of the document.
package main
