//go:build !unix

package main

import (
	"context"
	"log/slog"

	"github.com/bimstream/bimstream/mcp/httpd"
)

// reloading does nothing where there is no SIGHUP: start the server anew.
func reloading(context.Context, *httpd.Service, *slog.Logger) (stop func()) { return func() {} }
