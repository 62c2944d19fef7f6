// Package views holds the views and sheets of a model, from which drawings are made. They are kept with the model
// itself. A view has no body: it defines the content of a drawing, its place and its style, and does not move with the
// building. Read view.go, then sheet.go. Templates and filters are in template.go.
package views
