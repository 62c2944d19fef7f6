// Package views holds the views and sheets of a model: what drawings are of, kept with the model itself. A view has no
// body: it says what is drawn, from where and how, and stays where it was put whatever happens to the building. Read
// view.go, then sheet.go; what a template and a filter add stands in template.go.
package views
