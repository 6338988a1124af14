// What DPDK's start-up calls of its logger and its lists of rings.
struct rte_tailq_elem;
int rte_log_register_type_and_pick_level(const char *name, unsigned level) {
  (void)name, (void)level;
  return 0;
}
int rte_eal_tailq_register(struct rte_tailq_elem *t) {
  (void)t;
  return 0;
}
int rte_telemetry_register_cmd(const char *cmd, void *f, const char *help) {
  (void)cmd, (void)f, (void)help;
  return 0;
}
int rte_log(unsigned level, unsigned type, const char *format, ...) {
  (void)level, (void)type, (void)format;
  return 0;
}
int rte_telemetry_register_cmd_arg(const char *cmd, void *f, void *a, const char *help) {
  (void)cmd, (void)f, (void)a, (void)help;
  return 0;
}
