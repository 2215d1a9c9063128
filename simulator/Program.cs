using FuncLibs.Hosting.Running;
using Simulator.Hosting;

return await HostProgram.RunAsync(args, SimulatorHost.Definition);
