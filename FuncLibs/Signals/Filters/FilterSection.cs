namespace FuncLibs.Signals.Filters;

/// <summary>One second-order section b(z) / a(z) with a0 = 1; of first order when b2 = a2 = 0.</summary>
public readonly record struct FilterSection(double B0, double B1, double B2, double A1, double A2)
{
    /// <summary>The corner as the bilinear transform has it, K = tan(pi * fc / fs).</summary>
    public double Corner { get; init; }

    /// <summary>1 / Q of a section of second order; 0 for one of first order.</summary>
    public double Damping { get; init; }

    /// <summary>What a constant is multiplied with.</summary>
    public double SteadyGain => (B0 + B1 + B2) / (1 + A1 + A2);

    /// <summary>The largest magnitude of a pole: how slowly the past fades, a factor for each sample.</summary>
    public double Radius
    {
        get
        {
            double root = (A1 * A1 / 4) - A2;
            return root < 0 ? Math.Sqrt(A2) : Math.Abs(A1 / 2) + Math.Sqrt(root);
        }
    }
}
