package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/metric"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/bimstream/bimstream/mcp"
)

// scopeName is the name of this program as the source of telemetry.
const scopeName = "github.com/bimstream/bimstream"

// telemetry sends traces, metrics and the records of calls, as logs, to a collector by OTLP over HTTP. The variables of
// OpenTelemetry configure it. It sends nothing if OTEL_SDK_DISABLED is true or OTEL_EXPORTER_OTLP_ENDPOINT is not set.
type telemetry struct {
	tracer   trace.Tracer            // nil: no traces are sent
	duration metric.Float64Histogram // nil: no metrics are sent
	calls    log.Logger              // nil: no logs are sent
	stop     []func(context.Context) error
}

// newTelemetry returns nil if nothing is to be sent.
func newTelemetry(ctx context.Context, logger *slog.Logger) (*telemetry, error) {
	traces, metrics, logs := endpoint("TRACES"), endpoint("METRICS"), endpoint("LOGS")
	if os.Getenv("OTEL_SDK_DISABLED") == "true" || !traces && !metrics && !logs {
		return nil, nil
	}
	for _, name := range []string{"OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
		"OTEL_EXPORTER_OTLP_METRICS_PROTOCOL", "OTEL_EXPORTER_OTLP_LOGS_PROTOCOL"} {
		if p := os.Getenv(name); p != "" && p != "http/protobuf" {
			return nil, fmt.Errorf("%s is %q: traces, metrics and logs are sent as http/protobuf", name, p)
		}
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		logger.Warn("traces, metrics or logs could not be sent",
			"error", err)
	}))
	about, err := resource.New(ctx, resource.WithAttributes(attribute.String("service.name", "bimstream"),
		attribute.String("service.version", version)),
		resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("what OTEL_RESOURCE_ATTRIBUTES says: %w", err)
	}
	t := &telemetry{}
	if traces {
		err = t.trace(ctx, about)
	}
	if metrics && err == nil {
		err = t.measure(ctx, about)
	}
	if logs && err == nil {
		err = t.log(ctx, about)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("traces, metrics and logs: %w", err), t.close(ctx))
	}
	return t, nil
}

// endpoint reports whether a signal has an endpoint.
func endpoint(signal string) bool {
	return os.Getenv("OTEL_"+signal+"_EXPORTER") != "none" &&
		(os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || os.Getenv("OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT") != "")
}

func (t *telemetry) trace(ctx context.Context, about *resource.Resource) error {
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return err
	}
	p := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about),
		sdktrace.WithIDGenerator(recordedIDs{}))
	t.tracer, t.stop = p.Tracer(scopeName, trace.WithInstrumentationVersion(version)), append(t.stop, p.Shutdown)
	return nil
}

func (t *telemetry) measure(ctx context.Context, about *resource.Resource) (err error) {
	exporter, err := otlpmetrichttp.New(ctx)
	if err != nil {
		return err
	}
	p := sdkmetric.NewMeterProvider(sdkmetric.WithReader(sdkmetric.NewPeriodicReader(exporter)),
		sdkmetric.WithResource(about))
	t.stop = append(t.stop, p.Shutdown)
	t.duration, err = p.Meter(scopeName, metric.WithInstrumentationVersion(version)).Float64Histogram(
		"mcp.server.operation.duration",
		metric.WithUnit("s"), metric.WithDescription("Duration of calls of tools, from their arrival to their reply."),
		metric.WithExplicitBucketBoundaries(.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30, 60))
	return err
}

func (t *telemetry) log(ctx context.Context, about *resource.Resource) error {
	exporter, err := otlploghttp.New(ctx)
	if err != nil {
		return err
	}
	p := sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewBatchProcessor(exporter)), sdklog.WithResource(about))
	t.calls, t.stop = p.Logger(scopeName, log.WithInstrumentationVersion(version)), append(t.stop, p.Shutdown)
	return nil
}

// told sends the record of a call as a log, with the field names of a line of bimstream audit --lines.
func (t *telemetry) told(ctx context.Context, s mcp.Span) {
	var r log.Record
	r.SetTimestamp(s.End)
	r.SetSeverity(log.SeverityInfo)
	if s.Error != "" {
		r.SetSeverity(log.SeverityWarn)
	}
	r.SetBody(log.StringValue("tools/call " + s.Tool + ": " + s.Outcome))
	for _, a := range [][2]string{
		{"event.name", "bimstream.call"}, {"tool", s.Tool}, {"category", s.Category}, {"caller.id", s.CallerID},
		{"caller.kind", string(s.Caller)}, {"caller.on_behalf_of", s.OnBehalfOf}, {"outcome", s.Outcome},
		{"error", s.Error}, {"arguments_sha256", s.InputSHA256}, {"command_id", s.CommandID}, {"event_id", s.EventID},
		{"run_id", s.RunID},
	} {
		if a[1] != "" {
			r.AddAttributes(log.String(a[0], a[1]))
		}
	}
	r.AddAttributes(log.Bool("dry_run", s.DryRun), log.Int("affected", s.Affected),
		log.Int64("duration_us", s.End.Sub(s.Start).Microseconds()))
	t.calls.Emit(ctx, r)
}

type recordedKey struct{}

// recordedIDs gives a span the ids that the audit has recorded for it.
type recordedIDs struct{}

// NewIDs implements sdktrace.IDGenerator.
func (recordedIDs) NewIDs(ctx context.Context) (trace.TraceID, trace.SpanID) {
	s, _ := ctx.Value(recordedKey{}).(mcp.TraceContext)
	id, _ := trace.TraceIDFromHex(s.TraceID) // cannot fail: the ids are valid
	span, _ := trace.SpanIDFromHex(s.SpanID)
	return id, span
}

// NewSpanID implements sdktrace.IDGenerator.
func (g recordedIDs) NewSpanID(ctx context.Context, _ trace.TraceID) trace.SpanID {
	_, span := g.NewIDs(ctx)
	return span
}

// ended sends the span and the metrics of a call. It does not wait: spans are sent in batches, and dropped if too many
// are waiting.
func (t *telemetry) ended(s mcp.Span) {
	what := []attribute.KeyValue{
		attribute.String("mcp.method.name", "tools/call"), attribute.String("gen_ai.operation.name", "execute_tool"),
		attribute.String("gen_ai.tool.name", s.Tool),
		attribute.String("bimstream.tool.category", s.Category),
		attribute.String("bimstream.caller.kind", string(s.Caller)),
		attribute.String("bimstream.outcome", s.Outcome),
	}
	if s.Error != "" {
		what = append(what, attribute.String("error.type", s.Error))
	}
	if t.duration != nil {
		t.duration.Record(context.Background(), s.End.Sub(s.Start).Seconds(), metric.WithAttributes(what...))
	}
	if t.calls != nil {
		t.told(trace.ContextWithSpanContext(context.Background(), spanOf(s.Trace)), s)
	}
	if t.tracer == nil {
		return
	}
	ctx := context.WithValue(context.Background(), recordedKey{}, s.Trace)
	if s.Trace.ParentID != "" {
		ctx = trace.ContextWithRemoteSpanContext(ctx, parentOf(s.Trace))
	}
	_, span := t.tracer.Start(ctx, "tools/call "+s.Tool, trace.WithTimestamp(s.Start),
		trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(what...))
	span.SetAttributes(attribute.Int("bimstream.affected", s.Affected))
	if s.RunID != "" {
		span.SetAttributes(attribute.String("bimstream.run.id", s.RunID))
	}
	if s.Error != "" {
		span.SetStatus(codes.Error, s.Error)
	}
	span.End(trace.WithTimestamp(s.End))
}

// spanOf returns the span of a call, to which its log belongs.
func spanOf(t mcp.TraceContext) trace.SpanContext {
	id, _ := trace.TraceIDFromHex(t.TraceID)
	span, _ := trace.SpanIDFromHex(t.SpanID)
	return trace.NewSpanContext(trace.SpanContextConfig{TraceID: id, SpanID: span, TraceFlags: trace.FlagsSampled})
}

// parentOf returns the span that the client named as the parent of a call.
func parentOf(t mcp.TraceContext) trace.SpanContext {
	id, _ := trace.TraceIDFromHex(t.TraceID)
	span, _ := trace.SpanIDFromHex(t.ParentID)
	state, _ := trace.ParseTraceState(t.State) // an invalid state is left out
	var flags trace.TraceFlags
	return trace.NewSpanContext(trace.SpanContextConfig{TraceID: id, SpanID: span,
		TraceFlags: flags.WithSampled(t.Sampled), TraceState: state, Remote: true})
}

// telemetryWithin bounds how long the end of the program waits for a collector.
const telemetryWithin = 2 * time.Second

// close sends the data that is still waiting.
func (t *telemetry) close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), telemetryWithin)
	defer cancel()
	var err error
	for _, stop := range t.stop {
		err = errors.Join(err, stop(ctx))
	}
	return err
}
