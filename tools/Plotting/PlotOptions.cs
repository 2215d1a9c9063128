using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace Tools.Plotting;

/// <summary>Options of the verb `plot`.</summary>
public sealed class PlotOptions
{
    /// <summary>Seconds that are drawn, above 0 to 3600.</summary>
    [Description("seconds to draw")]
    [Range(0.01, 3600)]
    public double Seconds { get; set; } = 5;

    /// <summary>Second of the run at which the drawing begins, up to a day.</summary>
    [Description("second of the run at which the drawing begins")]
    [Range(0, 86_400)]
    public double From { get; set; }

    /// <summary>Servo channel, from 1.</summary>
    [Description("servo channel to draw, from 1")]
    [Range(1, 64)]
    public int Channel { get; set; } = 1;

    /// <summary>The file; it is replaced.</summary>
    [Description("file for the drawing, SVG")]
    [Required]
    public string Out { get; set; } = "";
}
