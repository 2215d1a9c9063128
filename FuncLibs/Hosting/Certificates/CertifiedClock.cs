namespace FuncLibs.Hosting.Certificates;

/// <summary>How far the connector's clock is ahead of the monitor's, and how well that is known.</summary>
/// <param name="Connector">Where the connector publishes.</param>
/// <param name="OffsetUs">Connector minus monitor, us.</param>
/// <param name="BoundUs">The true offset lies within plus or minus this, us.</param>
public sealed record CertifiedClock(string Connector, double OffsetUs, double BoundUs);
